# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Runs a program that may do anything: its time, its files' size and its address space are bounded, its peak measured."""

import dataclasses
import json
import signal
import subprocess
import sys
import tempfile

# A small process in between: the kernel counts what the parent held at the moment of exec as the child's peak, and the
# fuzzer's own arrays would drown the figure. At the end it kills the whole group, lest somebody keep the pipes open.
_SUPERVISOR = """
import json, os, resource, signal, sys
report, patience, grace, file_bytes, address_space, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
for limit, most in (resource.RLIMIT_FSIZE, int(file_bytes)), (resource.RLIMIT_AS, int(address_space)):
    if most: resource.setrlimit(limit, (most, most))
asked = []
def on_alarm(*_):
    asked.append(1)
    os.kill(pid, signal.SIGTERM if len(asked) == 1 else signal.SIGKILL)
    signal.setitimer(signal.ITIMER_REAL, float(grace))
signal.signal(signal.SIGALRM, on_alarm)
pid = os.posix_spawn(command[0], command, os.environ, setpgroup=0)
signal.setitimer(signal.ITIMER_REAL, float(patience))
_, status, usage = os.wait4(pid, 0)
signal.setitimer(signal.ITIMER_REAL, 0)
try: os.killpg(pid, signal.SIGKILL)
except ProcessLookupError: pass
outcome = [os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024, len(asked)]
open(report, "w").write(json.dumps(outcome))
"""

_FILE_BYTES = 64 << 20  # a header that claims terabytes shall not fill the disk
_ADDRESS_SPACE = 16 << 30  # nor the memory of the machine


@dataclasses.dataclass
class Run:
    status: int  # negative: the signal that ended it
    out: str
    err: str
    peak_bytes: int
    was_asked_to_end: bool  # by SIGTERM, since its time was up
    was_killed: bool  # since it ignored that


def launch(command, folder, patience=30.0, grace=10.0, is_sanitized=False):
    """`patience` seconds until SIGTERM, `grace` more until SIGKILL."""
    address_space = 0 if is_sanitized else _ADDRESS_SPACE  # sanitizers reserve terabytes
    with tempfile.NamedTemporaryFile("r", prefix="strandline-run-") as report:
        limits = (report.name, patience, grace, _FILE_BYTES, address_space)
        supervisor = [sys.executable, "-I", "-S", "-c", _SUPERVISOR, *map(str, limits)]
        done = subprocess.run(
            [*supervisor, *map(str, command)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True
        )
        status, peak_bytes, asked = json.load(report)
    text = lambda content: content.decode(errors="backslashreplace")
    return Run(status, text(done.stdout), text(done.stderr), peak_bytes, asked > 0, asked > 1)


def signal_name(status):
    return signal.Signals(-status).name if -status in set(signal.Signals) else f"signal {-status}"
