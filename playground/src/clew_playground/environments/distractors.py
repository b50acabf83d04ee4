"""Things that no game needs, some with names that a careless reader would take apart."""

from collections.abc import Iterable
from random import Random

from clew_playground.environments.house import Item

TRICKY = (
    *("bag of salt, pepper and yeast", "sailor's rope", "east wing map", "toy of the north star", "least used comb"),
    *("tin of red, green and blue beads", "book about south sea islands", "black and white photograph"),
)
"""Inner commas, an "and", quotes, direction words, and words that hold one: "yeast", "least"."""

PLAIN = (
    *("candle", "umbrella", "wooden spoon", "broken clock", "teapot", "walking stick", "old coin", "paper fan"),
    *("rubber ball", "feather", "hammer", "milk bottle", "mirror", "violin", "ribbon", "brass bell", "marble"),
    *("seashell", "calendar", "magnet", "thimble", "postcard", "lantern", "drum", "pillow", "newspaper", "basket"),
    *("compass", "dice cup", "hourglass", "magnifying glass", "straw hat", "oil can", "whistle", "wool blanket"),
    *("chess board", "button", "torch", "pocket watch", "plate", "jug", "leather belt", "kite", "trowel"),
)


def distractors(random: Random, count: int, places: Iterable[str]) -> tuple[Item, ...]:
    """Make things of no use, one in three of them tricky until these are used up.

    Args:
        random: of the game.
        count: how many; at most as many as there are names.
        places: where they may be, at least one.
    """
    tricky = random.sample(TRICKY, min(len(TRICKY), (count + 2) // 3))
    names = [*tricky, *random.sample(PLAIN, count - len(tricky))]
    return tuple(Item(name, place) for name, place in scattered(random, names, places))


def scattered(random: Random, names: Iterable[str], places: Iterable[str]) -> list[tuple[str, str]]:
    """Give each name a place of its own, as long as there are enough of them."""
    spots = list(places)
    random.shuffle(spots)
    return [(name, spots[number % len(spots)]) for number, name in enumerate(names)]
