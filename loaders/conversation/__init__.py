"""Conversations into the graph: `turns` are checked, `sessions` are brought up to them, `episodes` are their nodes."""
