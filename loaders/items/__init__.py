"""Writes the items of a LangGraph store."""
