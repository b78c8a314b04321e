"""The words for things of the game and the sentences of its rules."""

from __future__ import annotations

from games.language import N_, P_, translate, word_in

_WORDS = {
    "mountain": N_("mountain"),
    "forest": N_("forest"),
    "desert": N_("desert"),
    "lake": N_("lake"),
    "district": N_("district"),
    "production": N_("production"),
    "factory": N_("factory"),
    "cube": N_("cube"),
    "blue": N_("blue"),
    "brown": N_("brown"),
    "grey": N_("grey"),
    "green": N_("green"),
    "city": N_("The city of {player}: {squares} squares"),
}

FIELDS = {
    "player": N_("player"),
    "x": N_("column"),
    "y": N_("row"),
    "turn": N_("quarter turns"),
    "under": N_("slid under"),
    "colour": N_("cubes"),
    "terrain": N_("becomes"),
    "squares": N_("squares (column, row)"),
}
DESCRIBED = {
    **_WORDS,
    "terraform": N_("Terraform a desert"),
    "terraformed": N_("Terraformed: a desert"),
    "card-laid": N_("Laid: a card"),
}
"""The words of moves and events, and of the values of their fields."""

HEADINGS = {
    "mountains": N_("Mountains"),
    "forests": N_("Forests"),
    "lakes": N_("Lakes"),
    "factories": N_("Factories"),
    "districts": N_("Districts"),
    "goals": N_("Goals"),
    "total": N_("Total"),
}

TIES = N_("On a tie, the player with more deserts that were not terraformed wins; if those tie, too, nobody does.")

BROKEN_RANGE = N_(
    "The mountains of {player} do not part the city in two, so districts earn nothing: "
    "the mountains have to be one unbroken range of two squares or more."
)
STRAY_CUBE = N_("{player} has a cube that lies neither on a production square nor on a factory of its colour.")
TOO_MANY = {
    "too-many-squares": N_("The city of {player} has more squares than a start province and twelve cards."),
    "too-many-players": N_("More than five players are listed: the game is for two to five."),
    "too-many-cubes": N_("There are more {colour} cubes in the cities than the box holds, which is 14 of each colour."),
    "too-many-goals": N_("More goals are won than lie on the table: there are two more goals than players."),
    "card-twice-in-city": N_("A card of {player} lies in the city twice: there is one of each number."),
    "card-in-two-cities": N_("A card of {player} lies in another city, too: there is one of each number."),
}
_CUBES = {
    "blue": P_("cubes", "blue"),
    "brown": P_("cubes", "brown"),
    "grey": P_("cubes", "grey"),
    "green": P_("cubes", "green"),
}

REFUSALS = {
    "card-there": N_("This card lies in the city already: there is one of each number; correct the number."),
    "no-overlap": N_("At least one square of the card has to lie over or under another square of the city."),
    "nothing-visible": N_("At least one square of the card has to stay visible."),
    "hidden-mountain": N_("A mountain would be covered: all mountains stay visible."),
    "hidden-lake": N_("A lake would be covered: all lakes stay visible."),
    "range": N_("Mountains have to extend the one range at its ends; they may neither stand apart nor fork it."),
    "no-desert": N_("Only a desert can be terraformed."),
    "too-few-cubes": N_("Terraforming costs two cubes of the same colour."),
    "no-such-cubes": N_("{player} does not have these cubes in the city."),
    "no-such-card": N_("{player} cannot have drafted this card: cards are numbered from 1 to 60."),
    "card-twice": N_("The card of {player} was drafted before: there is one of each number."),
}

JUDGED = {
    "square-gone": N_("Squares of {player} are gone: what was laid stays, unless another card covers it."),
    "no-card": N_("What is new in the city of {player} is not one card: it is two squares by three, laid straight."),
    "unpaid-tile": N_(
        "{player} terraformed a desert without paying two cubes of the colour of the new terrain; a tile for nothing "
        "is only for a player who tied for a goal in the last round."
    ),
    "two-tiles": N_("{player} terraformed two deserts: it is one a round, and one for nothing after a tie for a goal."),
}

_GOALS = {
    1: N_("five forests apart from each other"),
    2: N_("largest districts beside the range that differ by five squares"),
    3: N_("three lakes apart from each other"),
    4: N_("five mountains side by side"),
    5: N_("six cubes in the city"),
    6: N_("production squares of all four colours"),
    7: N_("factories of all four colours"),
    8: N_("three production or factory squares that touch, diagonally too"),
    9: N_("two terraformed squares"),
}


def goal_words(goal: int, lang: str = "en") -> str:
    """Return what a goal, 1 to 9, requires, in English (``en``) or Russian (``ru``)."""
    return translate(_GOALS[goal], lang)


def word(name: str, lang: str = "en") -> str:
    """Return the word for a terrain or a colour in `lang`; a name without a word stands for itself."""
    return word_in(_WORDS, name, lang)


def word_of_cubes(colour: str) -> str:
    """Return the marked word for cubes of a colour, to be translated."""
    return _CUBES[colour]
