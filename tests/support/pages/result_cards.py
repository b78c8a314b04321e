"""Reading result cards: whether a text is written on one."""

import cv2
import numpy as np
from PIL import Image, ImageDraw

from companion.record.result_card.pen import FINE, Place, write


def is_written(card, text, size):
    """Say whether a card (BGR) shows this text in ink, in letters of this size."""
    sheet = Image.new("L", (FINE * size * (len(text) + 2), FINE * size * 3))
    write(ImageDraw.Draw(sheet), Place((size, size), size * (len(text) + 1)), text, size, "white")
    drawn = np.array(sheet.crop(sheet.getbbox()))
    looked_for = cv2.resize(drawn, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    found = cv2.matchTemplate(255 - cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), looked_for, cv2.TM_CCOEFF_NORMED)
    return found.max() > 0.9
