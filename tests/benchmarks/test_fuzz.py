"""The fuzzer finds planted faults, repeats a case by its name, and finds none in a short run over everything."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from benchmarks.fuzz import seeds
from benchmarks.fuzz.__main__ import main
from benchmarks.fuzz.case import PASSED, Case, Limits, Verdict
from benchmarks.fuzz.changes import archives, lines, pictures, trees
from benchmarks.fuzz.html_forms import forms_in
from benchmarks.fuzz.kinds import registry as kinds
from benchmarks.fuzz.pool import run
from benchmarks.fuzz.report import Report
from tests.benchmarks.planted_faults import WAYS, way_of

PLANTED = {"planted": "tests.benchmarks.planted_faults:PlantedFaults"}
EXPECTED = {
    "accept": Verdict.ACCEPTED,
    "refuse": Verdict.REFUSED,
    "raise": Verdict.TRACEBACK,
    "exit": Verdict.TRACEBACK,
    "wait": Verdict.HANG,
    "spin": Verdict.HANG,
    "eat": Verdict.MEMORY,
    "grab": Verdict.MEMORY,
    "die": Verdict.CRASH,
}
TIGHT = Limits(seconds=2.0, idle_seconds=4.0, memory=200_000_000)  # a new machine hands out memory slowly


@pytest.mark.parametrize("game", seeds.GAMES)
def test_the_boards_to_start_from_are_those_of_the_rules_cases(game):
    cases = list((seeds.ROOT / "tests" / "games" / game / "cases").glob("*.json"))
    assert len(seeds.documents(game)) >= len(cases) > 3


def test_a_number_larger_than_any_float_is_changed_too():
    assert all(trees.changed({"q": 10**400}, Random(seed)) for seed in range(100))


def case_that(way):
    """Return the first planted case that ends in this way."""
    return next(case for number in range(1000) if way_of(case := Case("planted", 1, number)) == way)


@pytest.fixture(scope="module")
def planted():
    """The report on one planted case for each way to end, and on a harmless one after each."""
    harmless = [Case("planted", 1, n) for n in range(300) if way_of(Case("planted", 1, n)) == "accept"]
    cases = [case for way, after in zip(WAYS, harmless, strict=False) for case in (case_that(way), after)]
    report = Report()
    outcomes = [report.add(outcome) or outcome for outcome in run(PLANTED, cases, TIGHT, workers=2)]
    assert sorted(str(outcome.case) for outcome in outcomes) == sorted(map(str, cases))
    return report, outcomes


@pytest.mark.long
def test_each_planted_fault_is_found_and_no_other_case_suffers(planted):
    _, outcomes = planted
    assert {str(o.case): o.verdict for o in outcomes} == {str(o.case): EXPECTED[way_of(o.case)] for o in outcomes}


@pytest.mark.long
def test_a_failure_names_the_place_where_it_happened(planted):
    report, _ = planted
    told = {way_of(outcome.case): outcome.detail for outcome in report.failures}
    assert "KeyError: 'planted'" in told["raise"]
    assert "_spin" in told["spin"] and "_wait" in told["wait"]


@pytest.mark.long
def test_the_report_counts_every_failure_and_breaks_the_bar(planted):
    report, outcomes = planted
    assert report.is_broken
    assert len(report.failures) == sum(outcome.verdict not in PASSED for outcome in outcomes) == 7
    assert max(report.peaks.values()) > TIGHT.memory


@pytest.mark.parametrize(("way", "code"), [("raise", 1), ("accept", 0)])
def test_one_case_is_repeated_by_its_name_and_the_exit_code_reports_faults(way, code, monkeypatch):
    monkeypatch.setitem(kinds.TARGETS, "planted", PLANTED["planted"])
    found = CliRunner().invoke(main, ["--case", str(case_that(way))])
    assert found.exit_code == code
    assert ("KeyError: 'planted'" in found.stdout) == (way == "raise")


@pytest.mark.parametrize(
    "made",
    [
        lambda chance: trees.changed(seeds.document(chance), chance, seeds.document),
        lambda chance: lines.changed(seeds.record(1), chance),
        pictures.changed,
        lambda chance: archives.changed(archives.packed({"profile.json": b"{}"}, chance), chance),
    ],
    ids=["trees", "lines", "pictures", "archives"],
)
def test_a_case_is_always_the_same_and_unlike_the_others(made):
    once = [made(Case("any", 5, number).chance) for number in range(12)]
    assert once == [made(Case("any", 5, number).chance) for number in range(12)]
    assert len(set(once)) > 8


def test_changing_a_document_leaves_the_valid_one_as_it_is():
    before = json.dumps(seeds.documents("vikings"))
    for number in range(50):
        chance = Case("any", 6, number).chance
        trees.changed(chance.choice(seeds.documents("vikings")), chance, seeds.document)
    assert json.dumps(seeds.documents("vikings")) == before


def test_forms_and_taps_are_found_in_a_page():
    page = """<div data-address="/vikings/1/tap"><form id="tools"><input name="brush" value="lay"></form>
    <button data-tap='{"do": "gold"}'></button></div>
    <form method="post" action="/vikings/new"><input name="name-0" value="Ulf"><select name="order"><option value="1">
    <option value="2" selected></select></form>"""
    form, tap = forms_in(page)
    assert (form.address, form.fields) == ("/vikings/new", [("name-0", "Ulf"), ("order", "2")])
    assert form.choices["order"] == ["1", "2"]
    assert (tap.address, tap.fields) == ("/vikings/1/tap", [("brush", "lay"), ("do", "gold")])


@pytest.mark.long
def test_a_short_run_of_every_kind_finds_no_fault():
    counts = {"documents": 10, "photos": 6, "profiles": 8, "answers": 6, "games": 6, "records": 6, "forms": 2}
    assert set(counts) == set(kinds.SHARES)
    cases = [Case(kind, 1, number) for kind, most in counts.items() for number in range(most)]
    outcomes = list(run(kinds.TARGETS, cases, Limits(), workers=1))
    assert [f"{o.case} {o.verdict}\n{o.detail}" for o in outcomes if o.verdict not in PASSED] == []
    assert len(outcomes) == sum(counts.values())
    assert any(o.verdict is Verdict.ACCEPTED for o in outcomes) and any(o.verdict is Verdict.REFUSED for o in outcomes)
