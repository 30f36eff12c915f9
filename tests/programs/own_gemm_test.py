# SPDX-License-Identifier: MIT
"""A matrix product with a mistake in it: `report --view tiles`, `check` and `verify` say the same of it.

Usage: own_gemm_test.py GEMMSCOPE
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

gemmscope = sys.argv[1]
failures = []

PROGRAM = r"""
#include <vector>
constexpr int BM = 64, BN = 64, BK = 16, TM = 4, TN = 4;
__global__ void gemm(int M, int N, int K, MORE const float* A, const float* B, float* C) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * 16 + tx;
  const int row = blockIdx.y * BM, column = blockIdx.x * BN;
  float sum[TM][TN] = {};
  for (int t = 0; t < TILES; ++t) {
    for (int i = thread; i < BM * BK; i += 256) As[i / BK][i % BK] = A[(row + i / BK) * K + t * BK + i % BK];
    for (int i = thread; i < BK * BN; i += 256) Bs[i / BN][i % BN] = B[(t * BK + i / BN) * N + column + i % BN];
    __syncthreads();
    for (int k = 0; k < STEPS; ++k)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sum[i][j] += As[ty * TM + i][k] * FACTOR;
    BEHIND;
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) C[(row + ty * TM + i) * N + column + tx * TN + j] = sum[i][j];
}
int main() {
  const int M = 128, N = 192, K = DEPTH;
  std::vector<float> A(M * K), B(K * N);
  for (int i = 0; i < M * K; ++i) A[i] = i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float)), cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, M * N * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  gemm<<<dim3(N / BN, M / BM), dim3(16, 16)>>>(M, N, K, GIVEN a, b, c);
  cudaDeviceSynchronize();
}
"""
RIGHT = {"TILES": "K / BK", "STEPS": "BK", "FACTOR": "Bs[k][tx * TN + j]", "BEHIND": "__syncthreads()", "DEPTH": "64",
         "MORE": "", "GIVEN": ""}


def run(*arguments):
    ran = subprocess.run([gemmscope, *arguments], capture_output=True, text=True, timeout=300)
    return (ran.stdout + ran.stderr).replace("\u202f", " ")


def said_of(folder, text):
    """What the three say; and the recording."""
    program, recordings = folder / "own.cu", folder / "recordings"
    program.write_text(text)
    run("run", str(program), "-o", str(recordings))
    recording = str(recordings / "gemm.gst")
    remarks = [remark["text"] for remark in json.loads(run("check", recording, "--json"))["remarks"]]
    return {"tiles": run("report", recording, "--view", "tiles"), "check": "\n".join(remarks),
            "verify": run("verify", str(program))}, recording


def program_with(**changes):
    text = PROGRAM
    for mark, own in {**RIGHT, **changes}.items():
        text = text.replace(mark, own)
    return text


def expect(what, holds, output):
    if not holds:
        failures.append(f"{what}:\n{output}")


def all_say(what, said, sentence):
    for where, text in said.items():
        expect(f"{what}, {where}: {sentence}", sentence in text, text)


DOUBTS = ("never loaded", "no lane loads", "index may be")
with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    said, _ = said_of(folder, program_with())
    for where, text in said.items():
        expect(f"right, {where}", not any(doubt in text for doubt in DOUBTS), text)
    expect("right: tiles", "C = A × B, 128 × 192 × 64 (M × N × K)" in said["tiles"], said["tiles"])
    expect("right: verdict", "1 right" in said["verify"], said["verify"])

    # The outer loop ends too early.
    said, _ = said_of(folder, program_with(TILES="(K - 1) / BK"))
    all_say("a tile short", said, "k from 48 to 63 of A and B is never loaded")
    expect("a tile short: verdict", "WRONG" in said["verify"] and said["verify"].count("never loaded") == 1, said["verify"])
    said, recording = said_of(folder, program_with(TILES="K / BK / 2", DEPTH="128"))
    all_say("half of K", said, "k from 64 to 127 of A and B is never loaded")
    expect("half of K: verdict", "WRONG" in said["verify"], said["verify"])
    # Figures say what they count, and A and B have the k's that are not loaded.
    for view in ("limits", "reuse"):
        figures = run("report", recording, "--view", view)
        sentence = "is never loaded; the figures are for what the kernel computes, 128 × 192 × 64"
        expect(f"half of K: {view}", sentence in figures, figures)
        drawn = folder / "drawn.svg"
        run("render", recording, "--view", view, "-o", str(drawn))
        expect(f"half of K: {view}, drawn", sentence in drawn.read_text(), view)
    for matrix in "AB":
        expect(f"half of K: reuse of {matrix}", re.search(rf"^ +{matrix} +each element is loaded 0 to ", figures, re.M), figures)
    for element in ("A[3][64]", "B[64][3]"):
        life = run("report", recording, "--follow", element)
        expect(f"half of K: {element}", f"no block of the launch works on {element}" in life, life)
    # Of some blocks tiles are drawn if it is known how large the product is.
    fixed = program_with().replace("gemm(int M, int N, int K, ", "gemm(").replace("(M, N, K, ", "(").replace(
        "constexpr int BM", "constexpr int M = 128, N = 192, K = 64;\nconstexpr int BM")
    for text, why in ((program_with(), ""), (fixed, "how large the matrices are is not known")):
        (folder / "own.cu").write_text(text)
        run("run", str(folder / "own.cu"), "--blocks", "0,0,0", "-o", str(folder / "part"))
        reuse = run("report", str(folder / "part" / "gemm.gst"), "--view", "reuse")
        expect(f"one block: {why}", why in reuse if why else "not all blocks are recorded" in reuse, reuse)
    # An argument says how many k-tiles there are: other launches may have the rest.
    said, _ = said_of(folder, program_with(TILES="tiles", MORE="int tiles,", GIVEN="3,"))
    expect("a part of K: tiles", "C = A × B, 128 × 192 × 48 (M × N × K)" in said["tiles"], said["tiles"])
    for where in ("tiles", "check"):
        expect(f"a part of K, {where}", "never loaded" not in said[where], said[where])

    # The inner loop does.
    said, recording = said_of(folder, program_with(STEPS="BK - 1"))
    all_say("BK - 1", said, "k = 15, 31, 47 and 63 of A and B are copied to shared memory")
    for element, why in (("A[3][15]", "is not read before its place is overwritten"), ("A[3][63]", "No lane reads A[3][63]")):
        life = run("report", recording, "--follow", element)
        expect(f"{element}: {why}", why in life, life)
    said, _ = said_of(folder, program_with(STEPS="BK - 1", DEPTH="128"))
    all_say("BK - 1, eight k-tiles", said, "k = 15, 31, 47 and 5 more of A and B")

    # An index is wrong, and no product is found any more; it is judged where the source says that it is one.
    wrong = program_with(FACTOR="Bs[tx][k]")
    meant = "// gemmscope: C[M][N] = A[M][K] * B[K][N]"
    said, _ = said_of(folder, wrong)
    all_say("Bs[tx][k]", said, "lanes do not load the columns of B that they need")
    expect("Bs[tx][k]: what to say", meant in said["verify"], said["verify"])
    said, _ = said_of(folder, wrong.replace("__global__", meant + "\n__global__"))
    all_say("Bs[tx][k], said", said, "any lanes do not load what they need")
    expect("Bs[tx][k], said: verdict", "WRONG" in said["verify"], said["verify"])
    expect("Bs[tx][k], said: no warp fits", "as a whole" not in said["tiles"], said["tiles"])

    # A race is why the result is not judged; what it says has the place.
    said, _ = said_of(folder, program_with(BEHIND=""))
    expect("no barrier", "not judged" in said["verify"] and "makes a judgement impossible" in said["verify"] and
           "in an earlier pass of the loop" in said["verify"] and "say so in the source" not in said["verify"], said["verify"])

print("\n".join(failures) or "as expected")
sys.exit(1 if failures else 0)
