"""What the chapters draw: one module a chapter, one function a figure or table."""
