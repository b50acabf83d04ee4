"""Pages: what every page of Clew shares, one HTML file without any network."""
