"""Reads the items of a LangGraph store."""
