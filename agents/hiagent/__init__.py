"""The HiAgent agent: it works in subgoals, and its prompt shows the steps of the open one only."""
