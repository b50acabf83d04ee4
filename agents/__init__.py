"""What plugs memory into agents and their frameworks."""
