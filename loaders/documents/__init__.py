"""Documents into the graph: `reading` reads files and texts, `documents` writes them as passages."""
