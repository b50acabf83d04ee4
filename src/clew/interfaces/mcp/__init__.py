"""Memory for any client of the Model Context Protocol: tools, resources and prompts, over stdio and HTTP."""
