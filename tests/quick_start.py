"""What pytest imports before its plugins (`-p tests.quick_start`), so that these come quickly.

jsonschema goes without a package that compiles a grammar of web addresses, in 1.4 s of every process; no
notebook's schema asks for it. The garbage collector rests until `conftest.py` has collected the tests.
"""

import gc
import sys

sys.modules.setdefault("rfc3987_syntax", None)  # so the import system knows what is not there
gc.disable()
