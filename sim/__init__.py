"""The simulation core: records, rules, engine, runs and outcome tables."""
