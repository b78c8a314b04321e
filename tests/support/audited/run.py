"""``python run.py [[WORD, …], …]``: runs commands of longhouse one after another in this process.

Prints a JSON line at the end: the exit code of each, and whether OpenVINO has been loaded.
"""

import json
import sys

from companion.__main__ import main

codes = []
for words in json.loads(sys.argv[1]):
    sys.argv = ["longhouse", *words]
    try:
        main()
    except SystemExit as left:
        codes.append(left.code or 0)
print(json.dumps({"codes": codes, "openvino": "openvino" in sys.modules}))
