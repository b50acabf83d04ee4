"""Short traces whose evictions were worked out by hand."""

from clew.loaders.scene.replacement import ReplacementPolicy, policy
from clew.loaders.scene.replacement.tinylfu import KarmaWTinyLfu, WTinyLfu


def evicted(policy: ReplacementPolicy, trace: str) -> str:
    """The victims of a trace of words: `a` puts, `?a` touches, `-a` removes; a dot where a put has none."""
    found: list[str] = []
    for word in trace.split():
        if word.startswith("?"):
            policy.touch(word[1:])
        elif word.startswith("-"):
            policy.remove(word[1:])
        else:
            found.append("".join(policy.put(word)) or ".")
    return " ".join(found)


def test_fifo_keeps_a_slot_for_every_arrival() -> None:
    queue = policy("fifo", capacity=2)
    # slots: a | a b | b a, the slot of a itself is freed | a c | c c | c d, one of the slots of c is freed | d e
    assert evicted(queue, "a b a c c d e") == ". . . b a . c"
    assert queue.keys() == ("d", "e")


def test_a_merge_takes_no_slot_and_keeps_its_place() -> None:
    # a b | a merges | b c | c d
    assert evicted(policy("fifo-merge", capacity=2), "a b a c d") == ". . . a b"


def test_a_merge_that_refreshes_becomes_the_youngest() -> None:
    # a b | b a | a c | c d
    assert evicted(policy("fifo-merge", capacity=2, refresh=True), "a b a c d") == ". . . b a"


def test_queries_do_not_move_a_queue() -> None:
    for name in ("fifo", "fifo-merge"):
        assert evicted(policy(name, capacity=2), "a b ?a c") == ". . a"


def test_lru_evicts_what_was_not_used_for_longest() -> None:
    # a b | b a | a c | c a | a d | d e
    assert evicted(policy("lru", capacity=2), "a b ?a c a d ?x e") == ". . b . c a"


def test_lfu_evicts_the_least_used_and_of_equals_the_oldest() -> None:
    # a1 b1 | a2 b1 | c for b | d for c | a2 d2 | e for a, the older | d2 e1 | a comes back with 1 use: a for e
    assert evicted(policy("lfu", capacity=2), "a b ?a c d ?d e a") == ". . b c a e"


def test_w_tinylfu_lets_the_more_used_candidate_in() -> None:
    memory = WTinyLfu(3, 1)  # window 1, main 2, protected 1
    # window / probation / protected, with uses
    # a1 | b1 / a1 | c1 / a1 b1
    assert evicted(memory, "a b c") == ". . ."
    # the candidate c has 1 use, as the victim a: c leaves. d1 / a1 b1
    assert evicted(memory, "d") == "c"
    # d2 / a1 b1, then d is above a: a leaves. e1 / b1 d2
    assert evicted(memory, "?d e") == "a"
    # b is protected: e1 / d2 / b2; then d is, and b goes back: e1 / b2 / d3
    memory.touch("b")
    memory.touch("d")
    # the candidate e has 1 use, the victim b 2: e leaves. f1 / b2 / d3
    assert evicted(memory, "f") == "e"
    assert memory.keys() == ("f", "b", "d")


def test_uses_outside_memory_count_towards_admission() -> None:
    # window 1, main 1: b / a; three queries for c, which is not in; c / a, since b is not above a; d / c, since c is
    assert evicted(WTinyLfu(2, 1), "a b ?c ?c ?c c d") == ". . b a"


def test_w_tinylfu_of_one_unit_is_its_window() -> None:
    assert evicted(WTinyLfu(1, 1), "a ?a ?a b b c") == ". a . b"


def test_w_tinylfu_halves_at_the_end_of_a_sample() -> None:
    memory = WTinyLfu(2, 1, sample=8)
    # 8 uses: a 6, b 2, of each the first in the doorkeeper. At the 8th the others are halved: a 5 -> 2, b 1 -> 0
    evicted(memory, "a ?a ?a ?a ?a ?a b ?b")
    assert [memory._sketch.estimate(key) for key in "ab"] == [2, 0]  # pyright: ignore[reportPrivateUsage]
    # The next sample has begun at 4, so it ends after 4 uses more: a 2 -> 3 by its second of two -> 1, b 0 -> 1 -> 0
    evicted(memory, "?a ?a ?b ?b")
    assert [memory._sketch.estimate(key) for key in "ab"] == [1, 0]  # pyright: ignore[reportPrivateUsage]


def test_karma_evicts_the_least_used_of_window_and_elimination() -> None:
    memory = KarmaWTinyLfu(3, 2)  # window 2, main 1, none protected
    # a1 | a1 b1 | b1 c1 / a1
    assert evicted(memory, "a b c") == ". . ."
    # b1 c2 / a2, b is the least: c2 d1 / a2
    assert evicted(memory, "?a ?c d") == "b"
    # d is the least, as e is new: c2 e1 / a2
    assert evicted(memory, "e") == "d"
    # c2 e2 / a2 are equal, the elimination segment goes first: e2 f1 / c2
    assert evicted(memory, "e f") == ". a"
    assert memory.keys() == ("f", "c", "e")


def test_karma_keeps_what_is_protected() -> None:
    memory = KarmaWTinyLfu(3, 1)  # window 1, main 2, protected 1
    # c1 / a1 b1, then a is protected: c3 / b1 / a2, so b leaves: d1 / c3 / a2
    assert evicted(memory, "a b c ?a ?c ?c d") == ". . . b"
    # d4 / c3 / a2: a has the least uses, and c leaves: e1 / d4 / a2
    assert evicted(memory, "?d ?d ?d e") == "c"
    assert "a" in memory


def test_karma_halves_by_puts_only() -> None:
    memory = KarmaWTinyLfu(2, 2, sample=4)
    # queries are no samples: a 5 of them; the 4th put halves a 7 -> 3 and b 2 -> 1
    evicted(memory, "?a ?a ?a ?a ?a a a b b")
    assert [memory._sketch.estimate(key) for key in "ab"] == [3, 1]  # pyright: ignore[reportPrivateUsage]
    # the counter begins again at 0: three puts change nothing, the fourth halves a 3 -> 1 and b 5 -> 2
    evicted(memory, "b b b")
    assert [memory._sketch.estimate(key) for key in "ab"] == [3, 4]  # pyright: ignore[reportPrivateUsage]
    evicted(memory, "b")
    assert [memory._sketch.estimate(key) for key in "ab"] == [1, 2]  # pyright: ignore[reportPrivateUsage]


def test_a_removed_key_makes_room() -> None:
    for name in ("fifo", "fifo-merge", "lru", "lfu", "w-tinylfu", "w-tinylfu-karma"):
        assert evicted(policy(name, capacity=3), "a b c -b d") == ". . . ."
