"""Types the shell blocks of the pages that a newcomer reads, and checks what they print."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAGES = ["README.md", "Sources/Orrery/Orrery.docc/Tutorial.md"]
PLACES = {"in a clone": "clone", "in your package": "package"}


class Block:
    """A fenced block of a page, with the comment above it."""

    def __init__(self, page, line, language, place, lines):
        self.page, self.line, self.language, self.place = page, line, language, place
        self.text = "\n".join(lines) + "\n"

    def __str__(self):
        return f"{self.page}:{self.line}"


def blocks(root, page):
    """The blocks of a page, in order."""
    found, place, fence = [], None, None
    for number, line in enumerate((root / page).read_text().splitlines(), start=1):
        if fence is not None:
            if line.rstrip() == "```":
                found.append(Block(page, fence[0], fence[1], place, fence[2]))
                place, fence = None, None
            else:
                fence[2].append(line)
        elif opening := re.fullmatch(r"```(\w*)", line.rstrip()):
            fence = (number, opening[1], [])
        elif comment := re.fullmatch(r"<!-- (in a clone|in your package|not run) -->", line.strip()):
            place = comment[1]
        elif line.strip():
            place = None
    return found


def clone(root, folder):
    """What `git clone` gives of the work tree as it is; an earlier build in it stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in folder.iterdir():
        if entry.name != ".build":
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    names = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        check=True, capture_output=True).stdout.split(b"\0")
    for name in map(os.fsdecode, filter(None, names)):
        if not os.path.lexists(root / name):
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, folder / name, follow_symlinks=False)


def environment(home, folder):
    """As a new shell has it, and where root has no sudo, one that just runs its command."""
    swift = Path(shutil.which("swift") or sys.exit("swift is not on the path")).parent
    tools = folder / "tools"
    if not shutil.which("sudo"):
        (tools / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
        (tools / "sudo").chmod(0o755)
    kept = {name: os.environ[name] for name in ("TMPDIR", "SSL_CERT_FILE") if name in os.environ}
    return kept | {
        "HOME": str(home), "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
        "PATH": f"{swift}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:{tools}"}


class Shell:
    """One shell that all blocks are typed into: what one exports, the next one has."""

    def __init__(self, folder, env):
        self.folder, self.env = folder, env

    def type(self, block, place):
        """Runs a block; its environment is that of the next. Returns all that it printed."""
        after = self.folder / "environment"
        script = f"set -euo pipefail\n{block.text}\nenv -0 > {after}\n"
        start = time.monotonic()
        result = subprocess.run(
            ["bash", "-c", script], cwd=place, env=self.env, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(f"\n{block}  {place.name}  {time.monotonic() - start:.0f} s\n{result.stdout}", flush=True)
        if result.returncode != 0:
            sys.exit(f"error: {block}: the block ended with {result.returncode}")
        entries = after.read_text().split("\0")
        self.env = dict(entry.split("=", 1) for entry in entries if "=" in entry)
        return result.stdout


def git_configuration(home):
    """Where packages come from is said in the git configuration of the machine, if anywhere."""
    given = Path(os.environ.get("HOME", "/root")) / ".gitconfig"
    if given.exists():
        shutil.copy2(given, home / ".gitconfig")


def main(root, folder):
    # Your package lies outside of the repository, whose configuration would be found upward.
    with tempfile.TemporaryDirectory() as scratch:
        play(Path(root), Path(folder), Path(scratch))


def play(root, folder, scratch):
    """Types all blocks: those for your package last, since the tutorial makes one."""
    require_marks(root)
    places = {"clone": folder / "orrery", "package": scratch / "package"}
    for name in ("home", "package", "tools"):
        (scratch / name).mkdir()
    clone(root, places["clone"])
    git_configuration(scratch / "home")
    shell = Shell(scratch, environment(scratch / "home", scratch))
    typed, compared, printed = 0, 0, ""
    found = [block for page in PAGES for block in blocks(root, page)]
    for block in sorted(found, key=lambda block: block.place == "in your package"):
        if block.language == "text":
            compare(block, printed)
            compared += 1
        elif block.language == "sh" and block.place != "not run":
            printed = shell.type(block, places[PLACES.get(block.place, "package")])
            typed += 1
    print(f"=> {typed} blocks typed, {compared} outputs as the pages show them")


def require_marks(root):
    """Every other page says of its shell blocks that nobody types them here."""
    for path in sorted((root / "Sources/Orrery/Orrery.docc").glob("*.md")):
        page = str(path.relative_to(root))
        for block in blocks(root, page) if page not in PAGES else []:
            if block.language == "sh" and block.place != "not run":
                sys.exit(f"error: {block}: mark it by `<!-- not run -->`, or add its page to PAGES")


def compare(block, printed):
    """An output that a page shows is a part of what the block above it printed."""
    if block.text.strip() not in printed:
        sys.exit(f"error: {block}: the page shows what was not printed:\n{block.text}")


main(*sys.argv[1:])
