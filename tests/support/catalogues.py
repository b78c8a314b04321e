"""Which folders belong to the catalogues that all games share."""

from collections.abc import Callable
from pathlib import Path


def without_folders_of_their_own(package: Path) -> Callable[[str], bool]:
    """Return the filter of folders for `extract_from_dir` that leaves out games with a catalogue of their own."""
    own = {folder.parent for folder in package.glob("*/translations")}
    return lambda folder: Path(folder) not in own and not Path(folder).name.startswith((".", "_"))
