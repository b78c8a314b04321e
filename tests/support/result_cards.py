"""Reading result cards: whether a text is written on one."""

from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

_FONT = Path(__file__).parents[2] / "vision/drawing/fonts/DejaVuSans-Bold.ttf"


def is_written(card, text, size):
    """Say whether a card (BGR) shows this text in ink, in letters of this size."""
    mask = ImageFont.truetype(str(_FONT), size * 2).getmask(text)
    left, top, right, bottom = mask.getbbox()
    drawn = np.array(mask, np.uint8).reshape(mask.size[::-1])[top:bottom, left:right]
    looked_for = cv2.resize(drawn, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    found = cv2.matchTemplate(255 - cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), looked_for, cv2.TM_CCOEFF_NORMED)
    return found.max() > 0.9
