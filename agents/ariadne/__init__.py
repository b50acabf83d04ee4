"""The Ariadne agent: it plays text worlds from what its memory of them holds."""
