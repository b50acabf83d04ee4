"""What a world's memory answers: by meaning and association, and about places."""
