"""The write half of learnings: a grammar for causal lines, feedback on a score, and trials and sets into the graph."""
