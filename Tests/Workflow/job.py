"""Runs the job of .github/examples/state-machines.yml as GitHub would.

What is real: git, bash, orrery, and the steps. What stands in: the actions for checkout and cache, and
the tools of standins.py. Whatever the workflow uses beyond that is an error.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

from expressions import UnknownExpression, condition, fill

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORKFLOW = (ROOT / ".github/examples/state-machines.yml").read_text(encoding="utf-8")
REPOSITORY = "somebody/home"
# YAML reads `on` as true.
WORKFLOW_KEYS = {"name", True, "permissions", "concurrency", "env", "defaults", "jobs"}
JOB_KEYS = {"runs-on", "container", "timeout-minutes", "steps"}
# The pull requests of the project, by what they do to the machine.
PULL_REQUESTS = {"redrawn": "1", "stale": "2", "untouched": "3"}


class Failed(Exception):
    """A scenario went otherwise than it should."""


@dataclass
class Outcome:
    """What a run left behind."""

    steps: dict
    log: str
    summary: str
    calls: list
    comments: list

    @property
    def succeeded(self):
        return "failure" not in self.steps.values()

    def built(self):
        return [call["version"] for call in self.calls if call["tool"] == "swift"]

    def asked(self):
        """The methods of the requests by gh."""
        return [call.get("method") for call in self.calls if call["tool"] == "gh"]


def git(folder, *arguments):
    """What git says, without the configuration of who runs the tests."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@example.com"}
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments], cwd=folder, env=environment,
        capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"git {' '.join(arguments)}: {done.stderr}")
    return done.stdout.strip()


class Bench:
    """A folder with what all scenarios share: the tool's repository, the project's, and caches."""

    def __init__(self, folder, orrery):
        self.folder = folder
        self.orrery = orrery
        self.count = 0
        self.caches = folder / "caches"
        self.tool = self.prepare_tool()
        self.project = self.prepare_project()

    def prepare_tool(self):
        """A repository of Orrery with the tag 1.0.0, and a later commit that nobody asked for."""
        tool = self.folder / "tool"
        tool.mkdir()
        git(tool, "init", "-q", "-b", "main")
        for version in ("1.0.0", "later"):
            (tool / "Package.swift").write_text("// swift-tools-version: 6.2\n")
            (tool / "VERSION").write_text(version + "\n")
            git(tool, "add", "-A")
            git(tool, "commit", "-qm", version)
            if version == "1.0.0":
                git(tool, "tag", version)
        # GitHub gives any commit that is asked for by its id.
        git(tool, "config", "uploadpack.allowAnySHA1InWant", "true")
        return tool

    def prepare_project(self):
        """A repository with a drawn machine, a main branch that went on, and three pull requests."""
        project = self.folder / "project"
        source = project / "Sources/Home/DoorStateMachine.swift"
        source.parent.mkdir(parents=True)
        shutil.copy(ROOT / "Tests/Dependent/Sources/Home" / source.name, source)
        door = source.read_text()
        (project / ".orrery.yml").write_text(
            "sources: [Sources]\noutput: Diagrams\nformats: [mermaid, json]\n")
        git(project, "init", "-q", "-b", "main")
        self.commit(project, draws=True)
        for name, number in PULL_REQUESTS.items():
            git(project, "checkout", "-q", "-b", name, "main")
            if name == "untouched":
                (project / "NOTES.md").write_text("Nothing about doors.\n")
            else:
                source.write_text(
                    door.replace("case .locked: state = .closed", "case .locked: state = .open"))
            self.commit(project, draws=name == "redrawn")
        git(project, "checkout", "-q", "main")
        (source.parent / "LampStateMachine.swift").write_text(
            door.replace("DoorStateMachine", "LampStateMachine"))
        self.commit(project, draws=True)
        for name, number in PULL_REQUESTS.items():
            git(project, "checkout", "-q", "--detach", "main")
            git(project, "merge", "-q", "--no-ff", "-m", "merge", name)
            git(project, "update-ref", f"refs/pull/{number}/merge", "HEAD")
            git(project, "branch", "-qD", name)
        git(project, "checkout", "-q", "main")
        return project

    def commit(self, project, draws):
        if draws:
            subprocess.run([self.orrery, "draw", "--quiet"], cwd=project, check=True)
        git(project, "add", "-A")
        git(project, "commit", "-qm", "change")

    def run(self, pull_request=None, **options):
        """Runs the workflow for a pull request, else for a push to the main branch."""
        self.count += 1
        return Job(self, self.folder / f"run-{self.count}", pull_request, **options).run()


class Job:
    """One run of the job, in a folder of its own."""

    def __init__(
        self, bench, folder, pull_request, *, fork=False, version="1.0.0", repository=None,
        cache=None, comments=(), tool=None, edits=(),
    ):
        self.bench, self.folder, self.pull_request, self.fork = bench, folder, pull_request, fork
        self.cache = bench.caches / (cache or folder.name)
        self.home, self.checkout = folder / "home", folder / "work"
        self.temporary, self.record = folder / "temp", folder / "record"
        for path in (self.home, self.checkout, self.temporary, self.record, self.cache):
            path.mkdir(parents=True, exist_ok=True)
        self.path = [str(self.stand_ins())] + self.system_path()
        (self.record / "comments.json").write_text(json.dumps(list(comments)))
        program = self.record / "orrery"
        # A program of a hundred megabytes is not copied for each run.
        program.write_text(tool or f'#!/bin/sh\nexec "{bench.orrery}" "$@"\n')
        program.chmod(0o755)
        if fork:
            (self.record / "read-only").touch()
        self.workflow = self.read(edits)
        repository = bench.tool.as_uri() if repository is None else repository
        self.workflow["env"] |= {"ORRERY_REPOSITORY": repository, "ORRERY_VERSION": version}
        self.log, self.steps, self.outputs = "", {}, {}
        self.names = self.context()

    def read(self, edits):
        """The workflow, with texts replaced on purpose."""
        text = WORKFLOW
        for old, new in edits:
            if old not in text:
                raise LookupError(f"the workflow has no `{old}` to replace")
            text = text.replace(old, new)
        return yaml.safe_load(text)

    def stand_ins(self):
        """A folder of commands that call standins.py."""
        folder = self.folder / "bin"
        folder.mkdir()
        for tool in ("apt-get", "gh", "swift"):
            command = folder / tool
            command.write_text(
                f'#!/bin/sh\nexec "{sys.executable}" -B "{HERE}/standins.py" {tool} "{self.record}" "$@"\n')
            command.chmod(0o755)
        return folder

    def system_path(self):
        found = [str(Path(shutil.which(tool)).parent) for tool in ("git", "jq", "bash")]
        return found + ["/usr/bin", "/bin"]

    def context(self):
        """The values that expressions may ask for; any other name is an error."""
        number = PULL_REQUESTS.get(self.pull_request)
        head = "stranger/home" if self.fork else REPOSITORY
        return {
            "github.workflow": self.workflow["name"],
            "github.ref": f"refs/pull/{number}/merge" if number else "refs/heads/main",
            "github.base_ref": "main" if number else "",
            "github.event_name": "pull_request" if number else "push",
            "github.repository": REPOSITORY,
            "github.event.pull_request.number": number or "",
            "github.event.pull_request.head.repo.full_name": head if number else "",
            "github.token": "a token",
            "runner.arch": "X64",
            "cancelled()": False,
        }

    def lookup(self, name):
        if name == "success()":
            return "failure" not in self.steps.values()
        if name.startswith("env."):
            return self.workflow["env"][name[4:]]
        if match := re.fullmatch(r"steps\.(\w+)\.outcome", name):
            return self.steps.get(self.require_id(match[1]), "")
        if match := re.fullmatch(r"steps\.(\w+)\.outputs\.cache-hit", name):
            self.require_id(match[1])
            return self.outputs.get(match[1], "")
        if name not in self.names:
            raise UnknownExpression(name)
        return self.names[name]

    def require_id(self, wanted):
        """The name of the step with that id."""
        (job,) = self.workflow["jobs"].values()
        for step in job["steps"]:
            if step.get("id") == wanted:
                return step["name"]
        raise UnknownExpression(f"no step has the id {wanted}")

    def run(self):
        (job,) = self.workflow["jobs"].values()
        self.require_known(job)
        fill(self.workflow["concurrency"]["group"], self.lookup)
        for step in job["steps"]:
            if not condition(step.get("if", "success()"), self.lookup):
                self.steps[step["name"]] = "skipped"
                continue
            succeeds = self.use(step) if "uses" in step else self.execute(step)
            self.steps[step["name"]] = "success" if succeeds else "failure"
        calls = self.record / "calls.jsonl"
        lines = calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []
        summary = self.temporary / "summary"
        return Outcome(
            self.steps, self.log, summary.read_text(encoding="utf-8") if summary.exists() else "",
            [json.loads(line) for line in lines],
            json.loads((self.record / "comments.json").read_text()))

    def require_known(self, job):
        """Fails where something around the steps is not what is stood in for."""
        if self.workflow.keys() - WORKFLOW_KEYS or job.keys() - JOB_KEYS:
            raise Failed(f"not understood: {self.workflow.keys()} {job.keys()}")
        if self.workflow["defaults"] != {"run": {"shell": "bash"}}:
            raise Failed("the steps are not run by bash")
        if self.workflow["permissions"] != {"contents": "read", "pull-requests": "write"}:
            raise Failed("the token may do more or less than it needs")
        # A program that another image built might not start in this one.
        image = job["container"].removeprefix("swift:")
        keys = [step["with"]["key"] for step in job["steps"] if "cache" in step.get("uses", "")]
        if len(keys) != 2 or keys[0] != keys[1] or image not in keys[0]:
            raise Failed(f"the keys {keys} do not name the image {image}")

    def use(self, step):
        """The actions that are known, with the inputs that are known."""
        inputs = {key: fill(str(value), self.lookup) for key, value in step.get("with", {}).items()}
        if step.keys() - {"name", "id", "if", "uses", "with"}:
            raise Failed(f"the step `{step['name']}` is not understood")
        if step["uses"] == "actions/checkout@v4" and inputs.keys() <= {"fetch-depth", "persist-credentials"}:
            self.check_out(inputs.get("fetch-depth", "1"))
            return True
        if step["uses"] == "actions/cache/restore@v4" and inputs.keys() == {"path", "key"}:
            kept = self.cache / inputs["key"]
            self.outputs[step["id"]] = "true" if kept.exists() else ""
            if kept.exists():
                shutil.copytree(kept, self.in_home(inputs["path"]))
            return True
        if step["uses"] == "actions/cache/save@v4" and inputs.keys() == {"path", "key"}:
            shutil.copytree(self.in_home(inputs["path"]), self.cache / inputs["key"])
            return True
        raise Failed(f"no stand-in for {step['uses']} with {inputs}")

    def in_home(self, path):
        return Path(path.replace("~", str(self.home), 1))

    def check_out(self, depth):
        """Has the commit that GitHub made of both branches, and belongs to somebody else."""
        git(self.checkout, "init", "-q")
        git(self.checkout, "remote", "add", "origin", self.bench.project.as_uri())
        reference = self.names["github.ref"]
        if depth == "0":
            git(self.checkout, "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*")
            git(self.checkout, "fetch", "-q", "origin", reference)
        else:
            git(self.checkout, "fetch", "-q", "--depth", depth, "origin", reference)
        git(self.checkout, "checkout", "-q", "--detach", "FETCH_HEAD")
        if os.geteuid() == 0:
            for path in [self.checkout, *self.checkout.rglob("*")]:
                os.chown(path, 1001, 1001)

    def execute(self, step):
        """Runs a script in the environment of a step, and nothing of who runs the tests."""
        if step.keys() - {"name", "id", "if", "run", "env"} or "${{" in step["run"]:
            raise Failed(f"the step `{step['name']}` is not understood")
        script, added = self.temporary / "step.sh", self.temporary / "path"
        script.write_text(step["run"], encoding="utf-8")
        added.touch()
        environment = {
            "PATH": os.pathsep.join(self.path), "HOME": str(self.home), "CI": "true",
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(self.checkout),
            "GITHUB_REPOSITORY": REPOSITORY, "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_RUN_ID": "42", "GITHUB_PATH": str(added), "RUNNER_TEMP": str(self.temporary),
            "GITHUB_STEP_SUMMARY": str(self.temporary / "summary"),
        }
        for values in (self.workflow["env"], step.get("env", {})):
            environment |= {key: fill(str(value), self.lookup) for key, value in values.items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], cwd=self.checkout,
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=120)
        self.log += f"--- {step['name']}: {done.returncode}\n{done.stdout}"
        self.path = added.read_text().splitlines()[::-1] + self.path
        added.unlink()
        return done.returncode == 0
