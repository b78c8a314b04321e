"""``python -m longhouse``: the same as the command ``longhouse``."""

from companion.__main__ import main

if __name__ == "__main__":
    main()
