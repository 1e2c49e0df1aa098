"""What a person can cure, as an error whose message says so."""


class UsageError(Exception):
    """What was given cannot be used. The message names the file, the place and the cure."""
