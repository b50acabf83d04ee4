"""Worlds for agents with memory to act in, and who acts there without a model."""
