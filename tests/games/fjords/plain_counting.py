"""A second implementation of the moves of Fjords, to count them; it shares no code with the engine.

It works on a board document. Two tiles meet where the parts of their common edge overlap, which is compared in whole
numbers; all else is walking over pairs of a cell and the number of a region.
"""

from __future__ import annotations

AROUND = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
LAND = "PM"


class Tile:
    def __init__(self, document, turn=0):
        edges = document["edges"]
        self.edges = [edges[(side - turn) % 6] for side in range(6)]
        self.terrain = [region["terrain"] for region in document["regions"]]
        self.region = {
            ((edge + turn) % 6, part): number
            for number, region in enumerate(document["regions"])
            for edge, part in region["ports"]
        }
        self.touching = [tuple(pair) for pair in document["touching"]]


class Table:
    """Tiles, pieces as pairs of owner and cell, and stones by cell; `left` are the vikings of each player in turn."""

    def __init__(self, document):
        self.tiles = {(t["q"], t["r"]): Tile(t) for t in document["tiles"]}
        players, pieces = document["players"], document["pieces"]
        owner = {colour: number for number, player in enumerate(players) for colour in player["colours"]}
        self.own = [{(p["q"], p["r"]) for p in pieces if owner[p["colour"]] == n} for n in range(len(players))]
        self.stones = {(stone["q"], stone["r"]) for stone in document.get("runes", ())}
        vikings = [owner[piece["colour"]] for piece in pieces if piece["kind"] == "viking"]
        self.left = [player.get("vikings", 20) - vikings.count(n) for n, player in enumerate(players)]
        runes = [rune for rune in ("journey", "horse", "wisdom") if rune in document.get("rules", {}).get("runes", ())]
        self.unspent = [set(runes) for _ in players]

    def taken(self):
        return set().union(self.stones, *self.own)

    def across(self, cell, side):
        """Pairs of region numbers that face each other over one side of a cell, with the cell on the other side."""
        other = cell[0] + AROUND[side][0], cell[1] + AROUND[side][1]
        if other not in self.tiles:
            return
        here, there, back = self.tiles[cell], self.tiles[other], (side + 3) % 6
        n, m = len(here.edges[side]), len(there.edges[back])
        for i in range(n):
            for j in range(m):
                if max(i * m, (m - 1 - j) * n) < min((i + 1) * m, (m - j) * n):
                    yield here.region[side, i], other, there.region[back, j]

    def joined(self, cell, region):
        """The regions of the same terrain that meet this one over a seam."""
        terrain = self.tiles[cell].terrain[region]
        for side in range(6):
            for here, other, there in self.across(cell, side):
                if here == region and self.tiles[other].terrain[there] == terrain:
                    yield other, there

    def moves(self, player):
        """Every move of settlement: the rune or "", the space of a Wisdom rune or None, and the viking's cell."""
        if self.left[player] <= 0:
            return
        taken = self.taken()
        for cell in sorted(self.steps(self.regions(player, "P"), 1) - taken):
            yield "", None, cell
        for rune, terrain in (("journey", "O"), ("horse", "M")):
            if rune in self.unspent[player]:
                for cell in sorted(self.steps(self.regions(player, terrain), 3) - taken):
                    yield rune, None, cell
        if "wisdom" in self.unspent[player]:
            yield from self.wisdom(player, taken)

    def regions(self, player, terrain):
        return [(c, n) for c in self.own[player] for n, kind in enumerate(self.tiles[c].terrain) if kind == terrain]

    def steps(self, start, most):
        seen, front = set(start), set(start)
        for _ in range(most):
            front = {node for here in front for node in self.joined(*here)} - seen
            seen |= front
        return {cell for cell, _ in seen}

    def wisdom(self, player, taken):
        spaces = {(q + dq, r + dr) for q, r in self.tiles for dq, dr in AROUND} - set(self.tiles) - self.stones
        for space in sorted(spaces):
            beside = [(side, (space[0] + dq, space[1] + dr)) for side, (dq, dr) in enumerate(AROUND)]
            beside = [(side, cell) for side, cell in beside if cell in self.tiles]
            ends = [cell for side, cell in beside if "P" in self.tiles[cell].edges[(side + 3) % 6]]
            if len(beside) >= 2 and any(cell in self.own[player] for cell in ends):
                for cell in sorted(set(ends) - taken):
                    yield "wisdom", space, cell

    def count_settling(self, player, depth):
        """The sequences of so many moves, players who cannot move skipped; the first is `player`'s, if he can move."""
        players = len(self.own)
        for step in range(players):
            now = (player + step) % players
            moves = list(self.moves(now))
            if moves:
                return len(moves) if depth == 1 else sum(self.after(now, move, depth) for move in moves)
        return 0

    def after(self, player, move, depth):
        rune, space, cell = move
        self.own[player].add(cell)
        self.left[player] -= 1
        self.unspent[player] -= {rune}
        if space:
            self.stones.add(space)
        found = self.count_settling((player + 1) % len(self.own), depth - 1)
        self.own[player].remove(cell)
        self.left[player] += 1
        if rune:
            self.unspent[player].add(rune)
        if space:
            self.stones.remove(space)
        return found

    def count_laying(self, tiles):
        """The ways to lay these tiles in this order."""
        if not tiles:
            return 1
        found = 0
        spaces = {(q + dq, r + dr) for q, r in self.tiles for dq, dr in AROUND} - set(self.tiles)
        for space in sorted(spaces):
            for turn in range(6):
                self.tiles[space] = Tile(tiles[0], turn)
                if self.may_lie(space):
                    found += self.count_laying(tiles[1:])
                del self.tiles[space]
        return found

    def may_lie(self, cell):
        sides = [s for s, (dq, dr) in enumerate(AROUND) if (cell[0] + dq, cell[1] + dr) in self.tiles]
        laid = self.tiles[cell]
        for side in sides:
            other = self.tiles[cell[0] + AROUND[side][0], cell[1] + AROUND[side][1]]
            if laid.edges[side] != other.edges[(side + 3) % 6][::-1]:
                return False
        return len(sides) >= 2 and not self.is_second_land(cell)

    def is_second_land(self, cell):
        """Whether a piece of land on this tile meets no other land, though there is some."""
        land = {(c, n) for c, tile in self.tiles.items() for n, kind in enumerate(tile.terrain) if kind in LAND}
        for start in [node for node in land if node[0] == cell]:
            seen, front = {start}, [start]
            while front:
                here = front.pop()
                for node in self.beside_on_land(here):
                    if node not in seen:
                        seen.add(node)
                        front.append(node)
            if all(c == cell for c, _ in seen) and seen != land:
                return True
        return False

    def beside_on_land(self, node):
        cell, region = node
        tile = self.tiles[cell]
        near = [(cell, a if b == region else b) for a, b in tile.touching if region in (a, b)]
        near += [(o, there) for side in range(6) for here, o, there in self.across(cell, side) if here == region]
        return [(c, n) for c, n in near if self.tiles[c].terrain[n] in LAND]
