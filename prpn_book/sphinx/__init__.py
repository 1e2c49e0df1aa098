"""Extensions of Sphinx that the book is built with; `_config.yml` lists them."""
