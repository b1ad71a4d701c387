"""Is an overriding contract within the one it overrides? `conflict` compares two contract trees."""
