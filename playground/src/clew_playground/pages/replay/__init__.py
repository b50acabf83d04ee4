"""A game that was played by memory, kept step by step, to be watched again."""
