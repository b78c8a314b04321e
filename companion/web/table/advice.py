"""Advice on placing the camera, in the visitor's language."""

from __future__ import annotations

from flask import Flask

from companion.language import N_, translator
from companion.live.advice import BLURRED, DARK, EDGE, FAR, FLAT, GLARE, UNSTEADY
from companion.web.base.languages import language

_WORDS = {
    UNSTEADY: N_("The picture shakes too much: hold the phone or the camera more steadily, or prop it up."),
    DARK: N_("It is too dark to read the table well: switch on a lamp."),
    GLARE: N_("Light is reflected into the camera: move the lamp or the camera."),
    BLURRED: N_("The picture is blurred: wipe the lens, or let the camera focus on the table."),
    FLAT: N_("The camera is too low: pieces hide what is behind them. Put it higher."),
    FAR: N_("The board is small in the picture: move the camera closer."),
    EDGE: N_("The board will soon outgrow the picture: move the camera back now; the game continues by itself."),
}


def set_up(app: Flask) -> None:
    """Give the templates the sentences of the advice."""

    @app.context_processor
    def words() -> dict[str, object]:
        return {"advice_words": lambda code: translator(language())(_WORDS[code])}
