"""Language: what a text names, is about and dates, found without a model."""
