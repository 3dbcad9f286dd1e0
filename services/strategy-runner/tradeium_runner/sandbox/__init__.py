"""Processes behind walls: what starts them, what bounds them, and what they say."""
