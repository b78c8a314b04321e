"""Hooks of the documentation's site: pages from outside ``docs``, and drawn flow charts."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tools.flowchart_svg import svg_of
from tools.flowcharts import parse
from tools.site_links import PAGES, ROOT, moved


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Draw the fences called ``mermaid`` here, instead of by a script in the browser."""
    fences = {"name": "mermaid", "class": "flowchart", "format": _drawn}
    config.mdx_configs["pymdownx.superfences"] = {"custom_fences": [fences]}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie elsewhere."""
    for source, target in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=moved(text, source, target)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links to files outside ``docs`` to their places on the site."""
    source = page.file.src_uri
    return markdown if source in PAGES.values() else moved(markdown, f"docs/{source}", source)


def _drawn(source: str, *_: object, **__: object) -> str:
    return f'<div class="flowchart">{svg_of(parse(source), "Flow chart")}</div>'
