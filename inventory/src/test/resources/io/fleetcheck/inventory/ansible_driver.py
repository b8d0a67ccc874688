"""Runs ansible-inventory many times in one process, a fork each: starting it anew costs a second.

A request is one line of JSON on stdin: [directory, [argument, ...]]. The answer is one line of
JSON on stdout: {"rc": ..., "stdout": ..., "stderr": ...}.
"""
import json
import os
import sys
import tempfile

from ansible.cli.adhoc import AdHocCLI
from ansible.cli.inventory import InventoryCLI
import ansible.inventory.manager
import ansible.parsing.dataloader
import ansible.plugins.loader
import ansible.vars.manager

for name in ("host_list", "script", "auto", "yaml", "ini", "toml"):
    ansible.plugins.loader.inventory_loader.get(name)
list(ansible.plugins.loader.vars_loader.all())


def child(directory, arguments, out, err):
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.chdir(directory)
    code = 250
    try:
        if "--hosts" in arguments:
            at = arguments.index("--hosts")
            arguments[at] = "--list-hosts"
            AdHocCLI.cli_executor(["ansible"] + arguments)
        else:
            InventoryCLI.cli_executor(["ansible-inventory"] + arguments)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run(directory, arguments):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = os.fork()
        if pid == 0:
            child(directory, arguments, out.fileno(), err.fileno())
        status = os.waitpid(pid, 0)[1]
        answer = {"rc": os.waitstatus_to_exitcode(status)}
        for name, stream in (("stdout", out), ("stderr", err)):
            stream.seek(0)
            answer[name] = stream.read().decode("utf-8", "replace")
        return answer


answers = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    answers.write(json.dumps(run(*json.loads(line))) + "\n")
    answers.flush()
