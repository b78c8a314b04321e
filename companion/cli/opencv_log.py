"""OpenCV kept from talking on its own: what is wrong with a camera is said in one sentence, and in its language."""

from __future__ import annotations

import os

import cv2

_NOTHING = "-8"
"""FFmpeg's ``AV_LOG_QUIET``."""


def hush_opencv() -> None:
    """Let OpenCV, and FFmpeg in it, tell no more than errors; to be called before the first camera is opened."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _NOTHING)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
