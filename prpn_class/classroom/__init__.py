"""A class from Monday to Friday: hand out, receive an export, put marks in, give feedback back."""
