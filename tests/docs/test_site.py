"""The pages of the documentation: their links lead somewhere, and their flow charts can be drawn."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.docs.source_names import ROOT
from tools.flowchart_svg import svg_of
from tools.flowcharts import ChartError, charts_in, parse
from tools.site_links import PAGES, moved

MARKDOWN = [*(ROOT / source for source in PAGES if source.endswith(".md")), *sorted((ROOT / "docs").rglob("*.md"))]
CHARTS = charts_in((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_links_lead_to_the_same_files_on_the_site() -> None:
    page = "[a](docs/architecture.md#packages) [b](LICENSE) [c](https://example.org/x.md) ![d](docs/page.jpg)"
    on_site = "[a](architecture.md#packages) [b](license.md) [c](https://example.org/x.md) ![d](page.jpg)"
    assert moved(page, "README.md", "index.md") == on_site
    assert moved("[t](../training/README.md)", "docs/architecture.md", "architecture.md") == "[t](training.md)"
    assert moved("[g](../adding-a-game.md)", "docs/api/games.md", "api/games.md") == "[g](../adding-a-game.md)"
    assert moved("[g](../../CONTRIBUTING.md)", "docs/api/games.md", "api/games.md") == "[g](../contributing.md)"


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: next(iter(chart.nodes)))
def test_no_boxes_of_a_drawn_chart_lie_over_each_other(chart) -> None:
    drawn = ElementTree.fromstring(svg_of(chart, "A chart"))
    rects = [r.attrib for r in drawn if r.tag.endswith("rect") and r.get("class") != "words"]
    boxes = [tuple(float(r[name]) for name in ("x", "y", "width", "height")) for r in rects]
    assert len(boxes) == len(chart.nodes)
    for (x, y, w, h), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: next(iter(chart.nodes)))
def test_every_arrow_of_a_drawn_chart_leads_down(chart) -> None:
    drawn = ElementTree.fromstring(svg_of(chart, "A chart"))
    lines = [path.attrib["d"] for path in drawn if path.get("class") == "line"]
    assert len(lines) == len(chart.arrows)
    heights = [[float(point.split()[1]) for point in re.findall(r"[\d.]+ [\d.]+", line)] for line in lines]
    assert all(points == sorted(points) for points in heights)


def test_what_stands_in_a_box_cannot_break_the_drawing() -> None:
    chart = parse('flowchart TD\n a["a < b & c"]\n b["d"]\n a -->|list<int>| b')
    texts = [t.text for t in ElementTree.fromstring(svg_of(chart, 'a "chart"')) if t.tag.endswith("text")]
    assert texts == ["a < b & c", "d", "list<int>"]


def test_a_circle_is_refused() -> None:
    chart = parse('flowchart TD\n a["a"]\n b["b"]\n c["c"]\n a --> b\n b --> c\n c --> b')
    with pytest.raises(ChartError):
        svg_of(chart, "A circle")
