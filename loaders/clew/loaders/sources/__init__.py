"""Sources: what files of conversations and documents hold, checked and turned into typed values; no graph."""
