"""Silencing OpenCV's own log: camera problems are reported in one sentence, in the user's language."""

from __future__ import annotations

import os

import cv2

_LOG_QUIET = "-8"
"""FFmpeg's ``AV_LOG_QUIET``."""


def silence_opencv() -> None:
    """Limit OpenCV's log to errors and silence its FFmpeg; call this before the first camera is opened."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _LOG_QUIET)
    # For the camera processes of a club's tables, which load OpenCV anew.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
