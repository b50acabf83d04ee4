"""A module per format of conversations: how a file is recognised, and its rows. `detection.FORMATS` lists them.

A format is no program: `messages` reads the JSON of OpenAI, Claude and Discord, and `table` their CSV.
"""
