"""Queries, hits, evictions, and when memory is warm."""

from clew.loaders.scene.replacement import CountedPolicy, Counts, policy


def test_queries_hits_and_evictions_are_counted() -> None:
    memory = CountedPolicy(policy("lru", capacity=2))
    assert memory.counts == Counts(2)
    assert memory.counts.hit_rate is None
    # cold: miss a, miss b; then warm: hit a, miss c, hit c, miss b
    for key in "abaccb":
        if not memory.touch(key):
            memory.put(key)
    assert memory.counts == Counts(2, 2, queries=6, hits=2, evictions=2, cold_queries=2, cold_hits=0, is_warm=True)
    assert memory.counts.hit_rate == 2 / 6
    assert memory.counts.warm_hit_rate == 2 / 4
    assert memory.counts.occupancy == 1
    memory.remove("b")
    assert (memory.counts.occupancy, memory.counts.is_warm, memory.counts.evictions) == (0.5, True, 2)
    memory.clear()
    assert memory.counts == Counts(2)


def test_memory_is_warm_above_95_percent() -> None:
    memory = CountedPolicy(policy("lru", capacity=100))
    for number in range(95):
        memory.put(str(number))
    assert (memory.counts.occupancy, memory.counts.is_warm, memory.counts.warm_hit_rate) == (0.95, False, None)
    memory.put("95")
    assert memory.counts.is_warm


def test_a_queue_with_dead_slots_is_warm_once_it_evicts() -> None:
    memory = CountedPolicy(policy("fifo", capacity=3))
    for key in "aab":
        memory.put(key)
    assert not memory.counts.is_warm
    for key in "bb":  # slots a b b, then b b b: a leaves
        memory.put(key)
    assert (len(memory), memory.counts.is_warm, memory.counts.evictions) == (1, True, 1)


def test_it_is_a_policy_itself() -> None:
    memory = CountedPolicy(policy("fifo-merge", capacity=2))
    memory.put("a")
    assert (memory.capacity, memory.keys(), len(memory), "a" in memory, "b" in memory) == (2, ("a",), 1, True, False)
