"""What text worlds show and tell, read into triplets without a model."""
