"""What memory means: facts, the concepts that they are about, and what they say together."""
