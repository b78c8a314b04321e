"""What players are told, in English and Russian: one sentence a notice, naming the rule it goes by."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    "island-mismatch": (
        "Two island tiles of {player} do not fit: where tiles lie side by side, land must meet land and sea meet sea.",
        "У игрока {player} две карточки острова не подходят друг к другу: суша граничит с сушей, море — с морем.",
    ),
    "island-ashore": (
        "A tile of {player} runs ashore at the home fjord, where there is sea: an island begins with its left part.",
        "У игрока {player} карточка упирается сушей в родной фьорд, где море: остров начинается с левой части.",
    ),
    "loose-tile": (
        "{player} has island tiles that touch neither the home fjord nor tiles that reach it: "
        "a tile is laid with one side to the fjord or to another tile.",
        "У игрока {player} есть карточки островов, не связанные с родным фьордом: "
        "карточку кладут стороной к фьорду или к другой карточке.",
    ),
    "loose-ship": (
        "{player} has a ship out of place: the first three places are filled in any order, "
        "beyond them a ship is laid beside one that lies there.",
        "У игрока {player} драккар лежит не на месте: первые три места занимают в любом порядке, "
        "дальше драккар кладут рядом с уже выложенным.",
    ),
    "wrong-row": (
        "A figure of {player} stands in another figure's row: each lives in the row of its colour.",
        "Фигура игрока {player} стоит в чужом ряду: каждая живёт в ряду своего цвета.",
    ),
    "idle-boatswain": (
        "{player} can still carry figures to free tiles: in the third big scoring boatswains must, "
        "before the final scoring counts them.",
        "Игрок {player} ещё может перевезти фигуры на свободные карточки: при третьем большом подсчёте "
        "кормчие обязаны это сделать, прежде чем их сосчитают в заключительном.",
    ),
    "too-many-figures": (
        "There are more {figures} on the boards than the box holds, which is 13 of each colour.",
        "На полях больше {figures}, чем есть в коробке: фигур каждого цвета по 13.",
    ),
    "too-many-tiles": (
        "There are more island tiles on the boards than the box holds, which is 62.",
        "На полях больше карточек островов, чем есть в коробке: их 62.",
    ),
    "too-many-ships": (
        "There are more ships on the boards than the box holds, which is 14.",
        "На полях больше драккаров, чем есть в коробке: их 14.",
    ),
    "too-many-players": (
        "More than four play: the box holds four home fjords.",
        "Играют больше четырёх: в коробке четыре родных фьорда.",
    ),
}
