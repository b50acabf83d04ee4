"""The write half of working memory: what a model said, the summary of a subgoal, and a run into the graph."""
