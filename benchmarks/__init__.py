"""Programs that measure the accuracy and speed of longhouse; they are not part of the package."""

import os

# Set before NumPy is loaded, as `companion.__main__` does: seconds are then those of the commands.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
