# SPDX-License-Identifier: MIT
"""Every relative link of the Markdown pages leads to a file, and every path of the repository in backticks exists."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACEHOLDER = re.compile(r"NN_|NAME|/name[._]|[<>*{}]")  # kernels/NN_name.cuh, bench_<device>_<date>.json


def missing(page):
    text = page.read_text()
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", prose):
        if "://" not in link and not (page.parent / link).exists():
            yield f"links to {link}"
    for path in re.findall(r"`((?:app|assets|bench|cmake|docs|kernels|scripts|tests|tracing)/[^`\s]+)`", prose):
        if not PLACEHOLDER.search(path) and not (ROOT / path).exists():
            yield f"names {path}"


def main():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("assets/**/*.md")]
    faults = [f"{page.relative_to(ROOT)}: {fault}, which does not exist" for page in pages for fault in missing(page)]
    print("\n".join(faults) if faults else f"{len(pages)} pages")
    return 1 if faults or not pages else 0


sys.exit(main())
