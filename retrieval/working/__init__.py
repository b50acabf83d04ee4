"""The read half of working memory: a run from the graph, and the prompt that a model gets of it."""
