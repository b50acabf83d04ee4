"""W-TinyLFU as its authors define it: a candidate must be used more often than the victim to take its place.

Source: Einziger, Friedman and Manes, TinyLFU: A Highly Efficient Cache Admission Policy (2017), sections 3 and 4.
"""

from clew.loaders.scene.replacement.windowed import Windowed


class WTinyLfu(Windowed):
    """W-TinyLFU in its original form.

    The least recently used key of the window is the candidate, the least recently used key of probation the victim.
    The candidate stays, in probation, only where its estimate is strictly greater; else it leaves itself. Every use is
    a sample. At the end of a sample counts and the number of samples are halved, and the doorkeeper is emptied.
    """

    _name = "w-tinylfu"
    _has_doorkeeper = True
    _keeps_half = True

    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order: window and main part meet in duels, from their oldest keys on."""
        main = [*self._segments.probation, *self._segments.protected]
        boundary = len(self._segments.probation)
        order: list[str] = []
        for candidate in self._segments.window:
            if main and self._is_admitted(candidate, main[0]):
                order.append(main.pop(0))
                boundary = max(boundary - 1, 0)
                main.insert(boundary, candidate)
                boundary += 1
            else:
                order.append(candidate)
        return (*order, *main)

    def _victim(self) -> str:
        candidate = next(iter(self._segments.window))
        victim = next(iter(self._segments.probation), None)
        return victim if victim is not None and self._is_admitted(candidate, victim) else candidate

    def _is_admitted(self, candidate: str, victim: str) -> bool:
        return self._sketch.estimate(candidate) > self._sketch.estimate(victim)

    def _is_sample(self, *, is_put: bool) -> bool:  # noqa: ARG002 - every use is one
        return True
