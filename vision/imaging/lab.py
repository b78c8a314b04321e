"""OpenCV's conversion to CIELAB, whose first use in a process takes as long as a fifth of a reading."""

from __future__ import annotations

import cv2
import numpy as np


def prepare_lab() -> None:
    """Have OpenCV compute its tables for CIELAB now, so that no reading waits for them.

    It takes 60 ms of processor time, in C++, so that another thread of Python can go on.
    """
    cv2.cvtColor(np.zeros((1, 1, 3), np.uint8), cv2.COLOR_BGR2LAB)
