"""A run of working memory as one page: its tree of subgoals, its prompts, and their size step by step."""
