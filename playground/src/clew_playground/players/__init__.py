"""Players without a language model: scripted ones, policies and planners, which read the memory alone."""
