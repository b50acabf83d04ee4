"""Sources: reads and checks files of conversations, documents and rooms, and turns them into typed values; no graph.

- `formats/`: a module per format of conversations; `detection` finds the format and reads.
- `readers/`: a module per kind of documents;
- `layouts/`: a module per form of rooms and buildings.

A value that cannot be used raises `InvalidInput`, which names the file, the place, the value and the remedy.
"""
