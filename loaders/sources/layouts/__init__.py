"""Layouts of rooms: `plain` reads our own form; `ithor` has facts about object types."""
