"""A second, slow implementation of the rules: sampled points on the rim, merged labels, and exhaustive search.

It works on the board document and shares nothing with the engine but the document's form.
"""

from itertools import product

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
SAMPLES = [(2 * k + 1) / 24 for k in range(12)]


class ReferenceRules:
    """What the rules say about the board of a document."""

    def __init__(self, document):
        self.document = document
        self.tiles = {(t["q"], t["r"]): t for t in document["tiles"]}
        self.pieces = [(p["kind"], p["colour"], (p["q"], p["r"])) for p in document["pieces"]]
        self.runes = [(r["kind"], (r["q"], r["r"]), r.get("colour")) for r in document.get("runes", [])]
        self.players = {p["name"]: p for p in document["players"]}
        self.full = {cell for _, _, cell in self.pieces} | {cell for _, cell, _ in self.runes}

    def region_at(self, tile, side, share):
        parts = len(tile["edges"][side])
        port = [side, int(share * parts)]
        return next(i for i, region in enumerate(tile["regions"]) if port in region["ports"])

    def facing(self, cell, side):
        """Pairs of regions that face each other at sampled points of one side."""
        q, r = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        if (q, r) not in self.tiles:
            return
        here, there = self.tiles[cell], self.tiles[q, r]
        for share in SAMPLES:
            yield (
                (cell, self.region_at(here, side, share)),
                ((q, r), self.region_at(there, (side + 3) % 6, 1 - share)),
            )

    def terrain(self, node):
        return self.tiles[node[0]]["regions"][node[1]]["terrain"]

    def all_facing(self):
        for cell, side in product(self.tiles, range(6)):
            yield from self.facing(cell, side)

    def components(self, nodes, pairs):
        """The connected components, by merging labels until nothing changes."""
        label = {node: node for node in nodes}
        changed = True
        while changed:
            changed = False
            for one, other in pairs:
                if label[one] != label[other]:
                    low = min(label[one], label[other])
                    label[one] = label[other] = low
                    changed = True
        groups = {}
        for node, root in label.items():
            groups.setdefault(root, set()).add(node)
        return list(groups.values())

    def landmasses(self):
        nodes = {(c, i) for c, t in self.tiles.items() for i, r in enumerate(t["regions"]) if r["terrain"] in "PM"}
        inside = [((c, a), (c, b)) for c, t in self.tiles.items() for a, b in t["touching"]]
        pairs = [(a, b) for a, b in [*inside, *self.all_facing()] if a in nodes and b in nodes]
        return self.components(nodes, pairs)

    def plains_joined(self, one, other):
        return any(
            b[0] == other and self.terrain(a) == self.terrain(b) == "P"
            for side in range(6)
            for a, b in self.facing(one, side)
        )

    def own(self, name):
        return {cell for _, colour, cell in self.pieces if colour in self.players[name]["colours"]}

    def has_left(self, name):
        colours = self.players[name]["colours"]
        placed = sum(kind == "viking" and colour in colours for kind, colour, _ in self.pieces)
        return placed < self.players[name].get("vikings", 20)

    def settle_cells(self, own):
        return {c for c in self.tiles if c not in self.full and any(self.plains_joined(c, o) for o in own)}

    def moves(self, name):
        return self.settle_cells(self.own(name)) if self.has_left(name) else set()

    def reach(self, name):
        own = self.own(name)
        reached = set()
        while True:
            more = self.settle_cells(own | reached) - reached
            if not more:
                return reached
            reached |= more

    def claims(self, name):
        mine = self.reach(name)
        others = set().union(*(self.reach(n) for n in self.players if n != name))
        return mine - others, mine & others

    def rides(self, name, rune):
        if not self.has_left(name):
            return set()
        terrain = {"journey": "O", "horse": "M"}[rune]
        front = {
            (cell, i)
            for cell in self.own(name)
            for i, region in enumerate(self.tiles[cell]["regions"])
            if region["terrain"] == terrain
        }
        seen = set()
        for _ in range(3):
            front = {
                b
                for a in front
                for side in range(6)
                for x, b in self.facing(a[0], side)
                if x == a and self.terrain(b) == terrain
            }
            seen |= front
        return {cell for cell, _ in seen if cell not in self.full}

    def wisdom(self, name):
        if not self.has_left(name):
            return {}
        spaces = {(q + dq, r + dr) for q, r in self.tiles for dq, dr in STEPS} - set(self.tiles)
        found = {}
        for space in spaces - {cell for _, cell, _ in self.runes}:
            around = [((space[0] + dq, space[1] + dr), side) for side, (dq, dr) in enumerate(STEPS)]
            around = [(cell, side) for cell, side in around if cell in self.tiles]
            open_to = {cell for cell, side in around if "P" in self.tiles[cell]["edges"][(side + 3) % 6]}
            targets = open_to - self.full
            if len(around) >= 2 and open_to & self.own(name) and targets:
                found[space] = targets
        return found

    def water(self, name):
        nodes = {(c, i) for c, t in self.tiles.items() for i, r in enumerate(t["regions"]) if r["terrain"] == "O"}
        seas = self.components(nodes, [(a, b) for a, b in self.all_facing() if a in nodes and b in nodes])
        points = 0
        for kind, cell, _ in self.runes:
            if kind == "water":
                wet = {c for sea in seas if any(c == cell for c, _ in sea) for c, _ in sea}
                points += self.vikings(name, wet)
        return points

    def vikings(self, name, cells):
        colours = self.players[name]["colours"]
        return sum(kind == "viking" and colour in colours and cell in cells for kind, colour, cell in self.pieces)

    def beside(self, cell):
        return {(cell[0] + dq, cell[1] + dr) for dq, dr in STEPS}

    def strength(self, name):
        return sum(self.vikings(name, self.beside(cell)) for kind, cell, _ in self.runes if kind == "strength")

    def home(self, name):
        colours = self.players[name]["colours"]
        own = [cell for kind, cell, colour in self.runes if kind == "home" and colour in colours]
        return sum(self.vikings(name, self.beside(cell)) for cell in own)

    def friendship(self, name):
        points = 0
        for kind, cell, _ in self.runes:
            if kind == "friendship":
                counts = {n: self.vikings(n, self.beside(cell)) for n in self.players}
                points += 2 if counts[name] and counts[name] == max(counts.values()) else 0
        return points

    def placements(self, tile):
        """Return the cells and turns in which a tile may be laid, by laying it and judging the whole board."""
        near = {(q + dq, r + dr) for q, r in self.tiles for dq, dr in STEPS}
        return {(cell, turn) for cell in near - set(self.tiles) for turn in range(6) if self.may_lie(tile, cell, turn)}

    def may_lie(self, tile, cell, turn):
        laid = {
            "q": cell[0],
            "r": cell[1],
            "edges": [tile["edges"][(side - turn) % 6] for side in range(6)],
            "regions": [
                {"terrain": r["terrain"], "ports": [[(e + turn) % 6, p] for e, p in r["ports"]]}
                for r in tile["regions"]
            ],
            "touching": tile["touching"],
        }
        if len(self.beside(cell) & set(self.tiles)) < 2:
            return False
        after = ReferenceRules({**self.document, "tiles": [*self.document["tiles"], laid]})
        for side in range(6):
            other = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
            if other in self.tiles and laid["edges"][side] != self.tiles[other]["edges"][(side + 3) % 6][::-1]:
                return False
        masses = after.landmasses()
        return len(masses) < 2 or all(any(c != cell for c, _ in mass) for mass in masses)
