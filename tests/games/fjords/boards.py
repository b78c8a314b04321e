"""Small boards for tests, written as short strings."""

from games.fjords.board import Board

RIM = range(6)


def tile_document(edges, lakes=(), merged=True):
    """A tile of six edges, a list or a string with spaces.

    Equal letters that follow each other along the rim are one region, unless the rim's ends stay apart.
    `lakes` adds regions without ports; all regions that follow each other round the rim touch.
    """
    edges = edges.split() if isinstance(edges, str) else edges
    parts = [(e, p, letter) for e, edge in enumerate(edges) for p, letter in enumerate(edge)]
    regions = []
    for e, p, letter in parts:
        if regions and regions[-1]["terrain"] == letter:
            regions[-1]["ports"].append([e, p])
        else:
            regions.append({"terrain": letter, "ports": [[e, p]]})
    if merged and len(regions) > 1 and regions[0]["terrain"] == regions[-1]["terrain"]:
        regions[0]["ports"] = regions.pop()["ports"] + regions[0]["ports"]
    count = len(regions)
    touching = [[i, (i + 1) % count] for i in range(count)] if count > 2 else [[0, 1]] if count == 2 else []
    for lake in lakes:
        touching.append([0, len(regions)])
        regions.append({"terrain": lake, "ports": []})
    return {"edges": list(edges), "regions": regions, "touching": [sorted(pair) for pair in touching]}


def document(tiles, pieces=(), runes=(), **fields):
    """A board document: `tiles` maps cells to six edges in one string with spaces, or to a tile."""
    return {
        "format": "longhouse-board",
        "version": 1,
        "game": "fjords",
        "tiles": [
            {"q": q, "r": r, **(tile if isinstance(tile, dict) else tile_document(tile))}
            for (q, r), tile in tiles.items()
        ],
        "pieces": [{"kind": kind, "colour": colour, "q": q, "r": r} for kind, colour, (q, r) in pieces],
        "runes": [
            {"kind": kind, "q": q, "r": r, **({"colour": owner[0]} if owner else {})} for kind, (q, r), *owner in runes
        ],
        **fields,
    }


def board(tiles, pieces=(), runes=(), **fields):
    return Board.from_document(document(tiles, pieces, runes, **fields))


PLAIN = "P P P P P P"
SEA = "O O O O O O"
ROCK = "M M M M M M"
