"""How many arenas the C library makes for the threads of a process, and whether free memory is returned."""

import gc
import platform
import subprocess
import sys
import weakref

import pytest

from companion.memory import keep_until_exit

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has several arenas")

IN_MANY_THREADS = """
import ctypes, sys, threading
from companion.memory import return_free_memory, limit_reader_arenas, limit_server_arenas

if sys.argv[1] == "limited":
    assert limit_server_arenas()
elif sys.argv[1] != "usual":
    assert limit_reader_arenas({"one": 1, "two": 2}[sys.argv[1]])
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
together = threading.Barrier(8)

def fill():
    # Every thread takes memory while all others hold theirs; blocks of this size never get a mapping of their own.
    together.wait()
    taken = [libc.malloc(50_000) for _ in range(100)]
    together.wait()
    for block in taken:
        libc.free(ctypes.c_void_p(block))

threads = [threading.Thread(target=fill) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
given = return_free_memory()
told = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
libc.malloc_info(0, told)
libc.fclose(told)
print(given)
"""


def heaps(how, path):
    told = subprocess.run(
        [sys.executable, "-c", IN_MANY_THREADS, how, str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=True,
    )
    return path.read_text(encoding="utf-8").count("<heap "), told.stdout.strip()


@pytest.mark.long
def test_many_threads_share_two_arenas_and_return_what_is_free(tmp_path):
    usual, _ = heaps("usual", tmp_path / "usual.xml")
    limited, given = heaps("limited", tmp_path / "limited.xml")
    assert usual > 2
    assert (limited, given) == (2, "True")
    assert heaps("one", tmp_path / "one.xml")[0] == 1
    assert heaps("two", tmp_path / "two.xml")[0] == 2


def test_a_value_kept_to_the_end_of_the_process_is_not_freed_with_its_last_name():
    class Value:
        """An object that can be referenced weakly."""

    kept, freed = keep_until_exit(Value()), Value()
    references = [weakref.ref(kept), weakref.ref(freed)]
    del kept, freed
    gc.collect()
    assert [reference() is None for reference in references] == [False, True]
