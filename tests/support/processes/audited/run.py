"""``python run.py [[WORD, …], …]``: runs commands of longhouse one after another in this process.

The beginning of each is recorded among what the audit hook sees. Prints a JSON line at the end: the exit code of each
command, the files in the home folder after it, and whether OpenVINO has been loaded by then.
"""

import json
import sys
from pathlib import Path

from companion.__main__ import main

done = []
for words in json.loads(sys.argv[1]):
    sys.argv = ["longhouse", *words]
    sys.audit("longhouse.command", *words)
    code = 0
    try:
        main()
    except SystemExit as left:
        code = left.code or 0
    left_behind = sorted(str(path.relative_to(Path.home())) for path in Path.home().rglob("*"))
    done.append({"code": code, "home": left_behind, "openvino": "openvino" in sys.modules})
print(json.dumps(done))
