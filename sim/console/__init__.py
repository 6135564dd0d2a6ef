"""What the commands have in common: values, options, errors, tables, progress."""
