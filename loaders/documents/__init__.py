"""Documents into the graph: passages with their titles, one document per source."""
