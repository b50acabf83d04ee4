"""The read half of learnings: trials and sets, which learnings fit a situation, and where each comes from."""
