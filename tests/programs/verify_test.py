# SPDX-License-Identifier: MIT
"""`gemmscope verify` of programs: right products are right, and mistakes that are put in are seen where they are.

Usage: verify_test.py GEMMSCOPE FOLDER PROGRAM...      FOLDER: with the programs' sources.
"""
import re
import subprocess
import sys
from pathlib import Path

gemmscope, folder = sys.argv[1], Path(sys.argv[2])
built = {Path(program).name: program for program in sys.argv[3:]}
failures = []


def verify(program, *options):
    """Exit code, output, and what is said of each launch: (kernel, verdict, text)."""
    path = built.get(program, str(folder / program))
    ran = subprocess.run([gemmscope, "verify", path, *options], capture_output=True, text=True, timeout=300)
    launches = re.findall(r"^(\S.*?): .*?: (right|WRONG|not judged)$\n((?:  .*\n)*)", ran.stdout, re.MULTILINE)
    return ran.returncode, ran.stdout + ran.stderr, launches


def expect(what, holds, output):
    if not holds:
        failures.append(f"{what}:\n{output}")


def type_of(launch):
    return re.match(r"scaled<(\w+)", launch[0]).group(1)


# products.cu: by its argument, the types whose launches are wrong; a piece of what is said of the first float or other type.
TYPES = {"float", "double", "__half", "__nv_bfloat16", "signed"}
MISTAKES = {
    0: (set(), "float", "alpha = 1.5 (parameter `alpha`), beta = -0.5 (parameter `beta`)"),
    1: (TYPES, "float", "does not load A and B from k = 80 on"),
    2: (TYPES, "float", "first C[3][0]"),
    3: ({"float", "__nv_bfloat16", "signed"}, "signed", "but parameter `beta` is -2"),
    4: (TYPES - {"__half"}, "float", "no thread stores it"),
    5: (TYPES, "double", "stored by thread 0 of block (1,0,0) (warp 0, lane 0)"),
}
for mistake, (wrong, of, said) in MISTAKES.items():
    code, output, launches = verify("products", "--", str(mistake))
    verdicts = {type_of(launch): launch[1] for launch in launches}
    expect(f"products, mistake {mistake}", verdicts == {t: "WRONG" if t in wrong else "right" for t in TYPES}, output)
    expect(f"products, mistake {mistake}: code", code == (1 if wrong else 0), output)
    text = next((launch[2] for launch in launches if type_of(launch) == of), "").replace("\u202f", " ")
    expect(f"products, mistake {mistake}: {of}: {said}", said in text, output)

# Programs whose products are right.
for program in ["tiled", "naive", "register_tile", "async_copy", "tile_kinds", "fused_gemm", "split_k", "wmma", "tensor_core"]:
    code, output, launches = verify(program)
    expect(program, code == 0 and launches and all(launch[1] == "right" for launch in launches), output)
    if program == "fused_gemm":
        expect("fused_gemm: what follows", "relu(alpha A B + beta C + bias[column])" in output, output)

code, output, launches = verify("tiled.cu", "--over", "M=71/33,N=97")
expect("tiled.cu, other sizes", code == 0 and [launch[1] for launch in launches] == ["right"] * 2 and
       "with M=33 N=97:" in output and "33 × 97 × 80" in output, output)
code, output, launches = verify("histogram")
expect("histogram: no product", code == 1 and not launches and "no matrix product is found" in output, output)

print("\n".join(failures) or "as expected")
sys.exit(1 if failures else 0)
