# SPDX-License-Identifier: MIT
"""A program with other numbers: run and swept from a changed copy, which includes what the file includes.

Usage: numbers_test.py GEMMSCOPE
"""
import csv
import os
import subprocess
import sys
import tempfile

gemmscope = sys.argv[1]
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


PROGRAM = """#include <cstdio>
#include "part.cuh"
#define TILE 16  // gemmscope: preset wide: TILE = 32, kPad = 1
constexpr int kPad = 0;
template <int kRounds>
__global__ void turn(const float* from, float* to) {
  __shared__ float tile[TILE][TILE + kPad];
  for (int round = 0; round < kRounds; ++round) {
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * TILE + threadIdx.x];
    __syncthreads();
    to[threadIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}
static_assert(TILE % 2 == 0, "rows are even");
int main() {
  float *from, *to;
  cudaMalloc(&from, TILE * TILE * sizeof(float));
  cudaMalloc(&to, TILE * TILE * sizeof(float));
  cudaMemset(from, 0, TILE * TILE * sizeof(float));
  turn<1><<<1, dim3(TILE, TILE)>>>(from, to);
  printf("TILE is %d, kPart is %d\\n", TILE, kPart);
  return TILE == 8;
}
"""

with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "GEMMSCOPE_CACHE": os.path.join(folder, "cache")}

    def run(*arguments):
        return subprocess.run([gemmscope, *arguments], cwd=folder, env=environment, capture_output=True, text=True)

    work = os.path.join(folder, "a dir, with $odd names")
    os.mkdir(work)
    for place in (folder, work):
        with open(os.path.join(place, "my.cu"), "w") as file:
            file.write(PROGRAM)
        with open(os.path.join(place, "part.cuh"), "w") as file:
            file.write("constexpr int kPart = 3;\n")

    def recorded(name):
        return os.path.join(name, os.listdir(os.path.join(folder, name))[0])

    def excess(path):
        rows = list(csv.DictReader(run("report", path, "--csv").stdout.splitlines()))
        return sum(int(row["excess"] or 0) for row in rows)

    # The text of the recording is that which was compiled; the file's name and lines are the file's.
    for source in ("my.cu", os.path.join(work, "my.cu")):
        done = run("run", source, "--set", "kPad=1,TILE=32", "--set", "kRounds=2", "-o", "padded")
        expect(done.returncode == 0, f"{source}: {done.stderr}")
        expect("TILE is 32, kPart is 3\n" in done.stdout, done.stdout)
        text = run("report", recorded("padded")).stdout
        expect("block=32 x 32 x 1" in text and "line 11" in text, text)
        expect(f"source: {os.path.realpath(os.path.join(folder, source))}" in text, text)
        expect(excess(recorded("padded")) == 0, "a padding removes conflicts")
    expect(open(os.path.join(folder, "my.cu")).read() == PROGRAM, "the file has changed")
    run("run", "my.cu", "--set", "TILE=32", "-o", "plain")
    expect(excess(recorded("plain")) == 31 * 32, f"rows of one bank: {excess('plain/turn.gst')}")

    # A preset sets several numbers; --set changes single ones of them.
    done = run("run", "my.cu", "--preset", "wide", "-o", "wide")
    expect("TILE is 32" in done.stdout and excess(recorded("wide")) == 0, f"preset wide: {done.stdout}{done.stderr}")
    run("run", "my.cu", "--preset", "wide", "--set", "kPad=0", "-o", "wide_plain")
    expect(excess(recorded("wide_plain")) == 31 * 32, "--set counts more than --preset")
    swept = list(csv.DictReader(run("sweep", "my.cu", "--preset", "wide", "--over", "kRounds=1:3", "--csv").stdout.splitlines()))
    expect([(row["threads"], row["load_excess"]) for row in swept] == [("1024", "0")] * 2, f"a sweep of a preset: {swept}")

    # What was compiled is found again, unless a file that it includes has changed.
    programs = os.path.join(folder, "cache", "programs")
    known = set(os.listdir(programs))
    again = run("run", "my.cu", "--set", "TILE=32", "-o", "plain")
    expect(again.returncode == 0 and set(os.listdir(programs)) == known, "the cache was not used")
    with open(os.path.join(folder, "part.cuh"), "w") as file:
        file.write("constexpr int kPart = 4;\n")
    again = run("run", "my.cu", "--set", "TILE=32", "-o", "plain")
    expect("kPart is 4" in again.stdout, f"an included file has changed: {again.stdout}")
    for name in os.listdir(programs):
        with open(os.path.join(programs, name), "r+b") as file:
            file.truncate(100)
    again = run("run", "my.cu", "--set", "TILE=32", "-o", "plain")
    expect(again.returncode == 0, f"a damaged cache: {again.stderr}")

    # What is wrong is one sentence.
    for arguments, says in [
        (("run", "my.cu", "--set", "TIL=8"), "my.cu has no number TIL; it has TILE, kPad, kRounds"),
        (("run", "my.cu", "--set", "TILE"), "TILE"),
        (("run", "my.cu", "--preset", "wid"), "my.cu has no preset wid; it has wide"),
        (("verify", "my.cu", "--preset", "wid"), "my.cu has no preset wid; it has wide"),
        (("open", "my.cu", "--preset", "wid"), "my.cu has no preset wid; it has wide"),
        (("run", "my.cu", "--set", "TILE=x"), "TILE=x is not a whole number"),
        (("sweep", "my.cu", "--over", "TIL=8"), "my.cu has no number TIL; it has TILE, kPad, kRounds"),
        (("sweep", "my.cu", "--over", "TILE"), "has no values"),
        (("sweep", "my.cu", "--over", "TILE=8", "--set", "TILE=4"), "both given and swept"),
        (("sweep", "my.cu", "--over", "preset=wid"), "choose one of wide"),
        (("open", "my.cu", "--set", "TIL=8"), "my.cu has no number TIL"),
        (("open", recorded("padded"), "--preset", "wide"), "--preset changes numbers of a .cu file"),
        (("open", recorded("padded"), "--set", "TILE=8"), "--set changes numbers of a .cu file"),
    ]:
        done = run(*arguments)
        expect(done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1,
               f"{arguments}: {done.returncode} {done.stderr}")
    failed = run("run", "my.cu", "--set", "TILE=3")
    expect(failed.returncode == 2 and "my.cu(15): error" in failed.stderr, f"lines are the file's: {failed.stderr}")

    # A sweep goes on where a setting does not compile or the program refuses it.
    done = run("sweep", "my.cu", "--over", "TILE=8/32/33,kPad=0:2", "--csv")
    rows = list(csv.DictReader(done.stdout.splitlines()))
    expect(done.returncode == 0 and [row["layout"] for row in rows] ==
           [f"TILE={tile} kPad={pad}" for tile in (8, 32, 33) for pad in (0, 1)], done.stdout)
    expect([row["state"] for row in rows] == ["refused"] * 2 + ["counted"] * 2 + ["refused"] * 2, done.stdout)
    expect([row["load_excess"] for row in rows[2:4]] == [str(31 * 32), "0"] and rows[3]["best"] == "1", done.stdout)
    expect("ended with 1" in rows[0]["reason"] and "line 15: error: static assertion" in rows[4]["reason"], done.stdout)
    expect(all(row["kernel"] == "turn" and row["findings"] == "0" and row["program"] == "my.cu" and row["M"] == ""
               for row in rows[2:4]), done.stdout)
    text = run("sweep", "my.cu", "--over", "TILE=8/32", "--set", "kPad=1", "--addresses-only").stdout
    expect("my.cu with kPad=1: 2 settings, 2 counted\n" in text and "GFLOP/s: not measured" in text, text)
    expect("not known" not in text, f"ptxas says how many registers there are: {text}")
    none = run("sweep", "my.cu", "--over", "TILE=33")
    expect(none.returncode == 1 and "0 counted" not in none.stdout, f"{none.returncode} {none.stdout}")

for failure in failures:
    print("FAILED:", failure)
sys.exit(bool(failures))
