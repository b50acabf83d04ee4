"""Language without a model: finds the names, topics, dates and statements of a text."""
