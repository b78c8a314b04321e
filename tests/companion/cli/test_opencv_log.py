"""What OpenCV would say by itself about a camera is not printed, by no process of a command."""

import subprocess
import sys

_OPEN_CAMERA = "import cv2; cv2.VideoCapture(97)"


def test_neither_a_command_nor_the_processes_that_it_starts_print_what_opencv_says_of_a_camera():
    quietly = (
        "import subprocess, sys\n"
        "from companion.cli.terminal.opencv_log import silence_opencv\n"
        f"silence_opencv()\n{_OPEN_CAMERA}\n"
        f"subprocess.run([sys.executable, '-c', {_OPEN_CAMERA!r}], check=True)\n"
    )
    quiet = subprocess.run([sys.executable, "-c", quietly], capture_output=True, text=True, check=True)
    assert quiet.stderr == ""
