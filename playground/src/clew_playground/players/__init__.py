"""Who acts without a language model: scripted players, policies and planners, which read the memory alone."""
