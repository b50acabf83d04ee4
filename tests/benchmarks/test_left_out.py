"""A conversation is judged by what does best on the others, and kinds count alike."""

from benchmarks.left_out import Place, best_elsewhere

PLACES = [Place("two", "a"), Place("two", "b"), Place("chat", "c"), Place("chat", "d"), Place("chat", "d")]


def test_what_helps_one_conversation_alone_is_not_chosen_for_it() -> None:
    found = {"declared": [0.5] * 5, "helps a, harms b": [1.0, 0.4, 0.5, 0.5, 0.5]}
    assert best_elsewhere(found, PLACES) == [0.5, 0.4, 0.5, 0.5, 0.5]


def test_what_helps_all_is_chosen_for_all_and_a_tie_goes_to_the_first() -> None:
    assert best_elsewhere({"declared": [0.5] * 5, "better": [0.6] * 5}, PLACES) == [0.6] * 5
    assert best_elsewhere({"declared": [0.5] * 5, "as good": [0.5, 0.5, 0.5, 0.6, 0.4]}, PLACES) == [0.5] * 5


def test_a_kind_of_many_questions_counts_no_more_than_one_of_few() -> None:
    places = [Place("two", "a"), Place("two", "b"), *[Place("chat", "c")] * 10]
    found = {"declared": [0.5] * 12, "good for chats": [0.0, 0.0, *[0.9] * 10]}
    assert best_elsewhere(found, places)[2:] == [0.5] * 10
