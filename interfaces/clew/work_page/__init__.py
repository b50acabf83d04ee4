"""The page of a run: its subgoals and the length of its prompts, step by step."""
