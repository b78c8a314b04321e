"""The rules of Vikings that a move may break, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games import illegal


class IllegalMove(illegal.IllegalMove):
    """A move that breaks a rule of Vikings."""

    RULES: ClassVar[Mapping[str, tuple[str, str]]] = {
        "phase": ("This move belongs to another phase of the game.", "Этот ход относится к другой фазе игры."),
        "over": ("The game is over.", "Игра окончена."),
        "draw": (
            "Twelve figures are drawn from those in the bag, in the advanced version thirteen.",
            "Из мешка вытягивают 12 фигур из тех, что там есть, в версии для продвинутых 13.",
        ),
        "deal": (
            "A stack has twelve cards, and there are fourteen ships in all.",
            "В колоде 12 карточек, а драккаров всего 14.",
        ),
        "specials": (
            "Special cards are those of the advanced version: four lie open, and each does its work for who took it.",
            "Особые карточки есть в версии для продвинутых: открыты четыре, и каждая служит тому, кто её взял.",
        ),
        "not-drawn": ("This figure is not among those drawn.", "Этой фигуры нет среди вытянутых."),
        "bid": ("A bid must be higher than the one before.", "Ставка должна быть выше предыдущей."),
        "price": (
            "Gold and points together do not reach the price.",
            "Золота вместе с победными очками на это не хватает.",
        ),
        "sold": ("Nothing is for sale there.", "Там больше нечего приобретать."),
        "zero": (
            "The combination at 0 is for sale only if its figure is the last of its colour at the wheel, "
            "or to who cannot pay for the cheapest other one.",
            "Комбинацию у 0 можно взять, лишь если её фигура — последняя своего цвета у колеса "
            "или если золота не хватает на самую дешёвую из остальных.",
        ),
        "place": (
            "It cannot be laid there: a tile touches the fjord or another tile and fits its neighbours; "
            "a ship beyond the first three places touches another.",
            "Туда положить нельзя: карточка касается фьорда или другой карточки и подходит к соседним; "
            "драккар после первых трёх мест касается другого.",
        ),
        "fits": (
            "Only a tile that fits nowhere leaves the game.",
            "Из игры изымают только карточку, которая никуда не подходит.",
        ),
        "row": (
            "A figure stands only on the tile it came with, in the row of its colour.",
            "Фигуру ставят только на купленную с ней карточку, в ряду её цвета.",
        ),
        "boatswain": ("No boatswain is at home.", "В родном фьорде нет кормчих."),
        "nothing": (
            "A boatswain carries at least one figure, each to a tile of its own.",
            "Кормчий перевозит хотя бы одну фигуру, каждую на свою карточку.",
        ),
        "single": (
            "In the advanced version a boatswain carries one figure.",
            "В версии для продвинутых кормчий перевозит одну фигуру.",
        ),
        "colours": (
            "A boatswain carries figures of one colour, or one of each.",
            "Кормчий перевозит фигуры одного цвета или по одной каждого.",
        ),
        "figures": (
            "There are not so many of these figures at home.",
            "В родном фьорде столько таких фигур нет.",
        ),
        "no-room": (
            "No free tile lies there in the figure's row.",
            "Там нет свободной карточки в ряду этой фигуры.",
        ),
        "must-carry": (
            "In the third big scoring boatswains must carry as long as there is a figure and a free tile for it.",
            "При третьем большом подсчёте кормчие обязаны перевозить, пока есть фигура и свободная карточка для неё.",
        ),
    }
