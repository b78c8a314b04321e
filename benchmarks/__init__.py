"""Programs that measure the accuracy and speed of longhouse; they are not part of the package."""
