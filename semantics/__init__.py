"""What code means and does: inference tells without running it, evaluation runs expressions."""
