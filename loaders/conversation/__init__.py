"""Conversations into the graph: sessions of turns, one episode per turn."""
