"""Statistics, charts and the balance report."""
