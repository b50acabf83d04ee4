"""Layouts of rooms: `alfred` reads those of ALFRED, `plain` our own form; `ithor` has facts about object types."""
