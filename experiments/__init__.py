"""How each file of results/ was made: recorded runs, one command line each."""
