"""What a class is handed: sheets and library in one archive, copies for Colab."""
