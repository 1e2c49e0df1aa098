"""What each explorer shows, computed by plain loops: a state goes in, everything that is drawn comes out.

These files and `prpn_edu.loops` are all that an explorer needs: a kernel runs them in Jupyter, MicroPython in
a page. They import nothing but loops.
"""
