"""The write half of scene memory: which units short-term memory keeps."""
