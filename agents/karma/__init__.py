"""KARMA's agent: an embodied agent that plans skills from a scene in long-term memory and from what was seen of late.

played = run(house, ScriptedPlanner(task.goal), "put an apple in the fridge", scene=scene, short_term=seen)
"""
