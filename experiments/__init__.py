"""How each file of results/ was made: recorded runs on real data, one command line each."""
