"""Changed and damaged inputs for everything that takes a file, a photo or a form from outside.

``python -m benchmarks.fuzz --count 10000 --seed 1`` makes that many cases: board documents for the commands, photos,
profiles as zip files and folders, answers files, exported games, record texts, and the forms of all games' pages. Valid
inputs from the repository are changed by `trees` (JSON), `blobs` (bytes), `pictures`, `archives` and `lines`.

A case is named ``KIND:SEED:NUMBER`` and depends on nothing else, so ``--case KIND:SEED:NUMBER`` repeats it alone. Cases
run in worker processes that are started afresh (spawned), limited in their address space, and ended and replaced when a
case hangs or kills them; see `pool`.

A case fails when it ends in an error that has no sentence for people (any other than `companion.problems.KNOWN`), when
an answer of the app is a server error other than a 503 with ``Retry-After``, or when it takes too long or too much
memory; see `case.Limits`. The run then exits with 1.
"""
