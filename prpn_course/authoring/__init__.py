"""From a solution notebook to what students get: running, normalising, blanking."""
