"""The check beside a stub: what an answer did, whether it is right, and which mistake it looks like."""
