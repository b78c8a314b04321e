"""What checks the page's scripts is pinned, and no script that is shipped is left out."""

from __future__ import annotations

import json
from pathlib import Path

from tests.docs.source_names import ROOT

CHECK = ROOT / "tools" / "javascript"


def test_the_lock_file_pins_what_package_json_asks_for_and_names_no_host() -> None:
    asked = json.loads((CHECK / "package.json").read_bytes())["devDependencies"]
    text = (CHECK / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert all("integrity" in package for name, package in packages.items() if name)
    assert "://" not in text


def test_every_script_but_those_of_others_is_checked() -> None:
    config = json.loads((CHECK / "tsconfig.json").read_bytes())
    shipped = {path for path in (ROOT / "companion").rglob("*.js") if not path.name.endswith(".min.js")}
    checked = {path.resolve() for pattern in config["include"] for path in _matching(pattern)}
    assert shipped
    assert shipped <= checked
    assert all(path.endswith(".min.js") for path in config["exclude"])
    options = config["compilerOptions"]
    assert options["checkJs"] and options["strict"]
    assert options.get("strictNullChecks", True) and options.get("noImplicitAny", True)


def _matching(pattern: str) -> list[Path]:
    upwards = pattern.count("../")
    return list(CHECK.parents[upwards - 1].glob(pattern[3 * upwards :])) if upwards else list(CHECK.glob(pattern))
