"""W-TinyLFU as KARMA describes it: of window and elimination segment the least used unit leaves.

Source: KARMA, section 3.6. The paper leaves open who wins a tie, whether the new unit can leave at once, and where the
counter goes on after a halving. Here a tie goes against the elimination segment and there against the least recently
used, a new unit always stays, since otherwise it would nearly always leave at once, and the counter begins again at 0.
"""

from clew.loaders.scene.replacement.windowed import Windowed


class KarmaWTinyLfu(Windowed):
    """W-TinyLFU in KARMA's form.

    A full memory evicts the key of the window and of probation (KARMA's elimination segment) with the least estimate;
    protected keys never leave directly. Only puts are samples. An eviction asks for the estimate of every such key, so
    its time grows with the capacity.
    """

    _name = "w-tinylfu-karma"
    _has_doorkeeper = False
    _keeps_half = False

    def keys(self) -> tuple[str, ...]:
        """Return the keys in eviction order: by estimate, then the protected keys."""
        return (*sorted(self._exposed(), key=self._sketch.estimate), *self._segments.protected)

    def _victim(self) -> str:
        return min(self._exposed(), key=self._sketch.estimate)

    def _exposed(self) -> list[str]:
        return [*self._segments.probation, *self._segments.window]

    def _is_sample(self, *, is_put: bool) -> bool:
        return is_put
