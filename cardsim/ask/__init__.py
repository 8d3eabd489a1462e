"""Single questions, answered on the same hands, with an interval."""
