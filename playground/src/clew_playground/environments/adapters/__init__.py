"""Games that others made, behind the protocol of our own; each needs an extra that is not installed by default."""
