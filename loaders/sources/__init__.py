"""Sources: reads and checks files of conversations and documents, and turns them into typed values; no graph."""
