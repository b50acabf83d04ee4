"""Layouts of rooms: a module per source, and the facts about iTHOR's object types; no graph.

alfred.layout("FloorPlan1", entry)          # one layout of ALFRED's, as a value; read_layouts: a file of them
plain.read_building(Path("house.json"))     # our own form: rooms, doors and stairs
"""
