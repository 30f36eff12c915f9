# SPDX-License-Identifier: MIT
"""`gemmscope verify` of programs: right products are right, and mistakes that are put in are seen where they are.

Usage: verify_test.py GEMMSCOPE FOLDER PROGRAM...      FOLDER: with the programs' sources.
"""
import re
import subprocess
import sys
import tempfile
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
    1: (TYPES, "float", "k from 80 to 82 of A and B is never loaded"),
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
for program in ["tiled", "naive", "register_tile", "async_copy", "tile_kinds", "fused_gemm", "split_k", "wmma", "tensor_core",
                "parts_of_k", "packed_bytes", "narrow_blocks"]:
    code, output, launches = verify(program)
    expect(program, code == 0 and launches and all(launch[1] == "right" for launch in launches), output)
    if program == "fused_gemm":
        expect("fused_gemm: what follows", "relu(alpha A B + beta C + bias[column])" in output, output)

code, output, launches = verify("tiled.cu", "--over", "M=71/33,N=97")
expect("tiled.cu, other sizes", code == 0 and [launch[1] for launch in launches] == ["right"] * 2 and
       "with M=33 N=97:" in output and "33 × 97 × 80" in output, output)
# A grid, or a loop, that leaves out what is less than a tile: also where another side is as long as what is left.
ROUNDED_DOWN = r"""
#include <cstdlib>
constexpr int T = 16;
__global__ void down(const float* A, const float* B, float* C, int M, int N, int K, int k_tiles) {
  __shared__ float As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < k_tiles; ++t) {
    const int ka = t * T + tx, kb = t * T + ty;
    As[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0;
    Bs[ty][tx] = kb < K && column < N ? B[kb * N + column] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && column < N) C[row * N + column] = sum;
}
int main(int, char** argv) {
  const int M = atoi(argv[1]), N = atoi(argv[2]), K = atoi(argv[3]), up = T - 1;
  float* all[3];
  const int counts[] = {M * K, K * N, M * N};
  for (int a = 0; a < 3; ++a) {
    float* host = new float[counts[a]];
    for (int i = 0; i < counts[a]; ++i) host[i] = (i * (a + 3) + i / 7) % 11 - 5;
    cudaMalloc(&all[a], counts[a] * sizeof(float));
    cudaMemcpy(all[a], host, counts[a] * sizeof(float), cudaMemcpyHostToDevice);
  }
  down<<<dim3((N + up) / T, argv[4][0] == 'g' ? M / T : (M + up) / T), dim3(T, T)>>>(
      all[0], all[1], all[2], M, N, K, argv[4][0] == 'k' ? K / T : (K + up) / T);
  cudaDeviceSynchronize();
}
"""
# Each lane sums some of the k's of all elements of its warp.
LANES = r"""
#include <cstdlib>
constexpr int T = 16;
__global__ void down(const float* A, const float* B, float* C, int M, int N, int K, int) {
  const int thread = threadIdx.y * T + threadIdx.x, lane = thread % 32, first_row = blockIdx.y * T + thread / 32 * 2;
  float own = 0;
  for (int e = 0; e < 32; ++e) {
    const int row = first_row + e / T, column = blockIdx.x * T + e % T;
    float sum = 0, a = 0, b = 0;
    for (int k = lane; k < K && row < M && column < N; k += 32) {
      if (k == 0) a = A[row * K + k], b = B[k * N + column];
      sum += A[row * K + k] * B[k * N + column];
    }
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
    a = __shfl_sync(0xffffffff, a, 0), b = __shfl_sync(0xffffffff, b, 0);
    if (lane == e) own = sum * (1 + a * a + 3 * b * b);
  }
  const int row = first_row + lane / T, column = blockIdx.x * T + lane % T;
  if (row < M && column < N) C[row * N + column] = own;
}
"""
with tempfile.TemporaryDirectory() as temporary:
    rounded = Path(temporary) / "rounded.cu"
    rounded.write_text(ROUNDED_DOWN)
    for sizes, verdict in {"64 64 64 g": "right", "70 64 64 g": "WRONG", "64 32 70 k": "WRONG", "32 50 37 k": "WRONG",
                           "37 21 70 -": "right", "100 100 96 g": "WRONG"}.items():
        code, output, launches = verify(str(rounded), "--", *sizes.split())
        expect(f"rounded down, {sizes}", [launch[1] for launch in launches] == [verdict], output)
        expect(f"rounded down, {sizes}: faults", "gemmscope check" not in output, output)
    # Wrong indices: what the thread of the first wrong element loads for columns, or rows, that it does not store. A
    # wrong number has no index.
    for right, wrong, said in [("Bs[k][tx]", "Bs[tx][k]", "loads B[0][1], though it stores nothing in column 1 of C"),
                               ("Bs[k][tx]", "Bs[k][tx * 5 % T]", "loads B[0][5], though it stores nothing in column 5"),
                               ("As[ty][k]", "As[ty * 3 % T][k]", "loads A[3][0], though it stores nothing in row 3"),
                               ("As[ty][k]", "(As[ty][k] + 2 * (tx == 3))", None)]:
        rounded.write_text(ROUNDED_DOWN.replace("sum += As[ty][k] * Bs[k][tx]",
                                                "sum += As[ty][k] * Bs[k][tx]".replace(right, wrong)))
        code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
        swapped = wrong in {"Bs[tx][k]", "As[ty * 3 % T][k]"}
        expect(wrong, code == 1 and len(launches) == 1 and launches[0][1] in ({"WRONG"} if swapped else {"WRONG", "not judged"}) and
               (said in output if said else "though it stores nothing" not in output), output)
        expect(f"{wrong}: why", ("an index may be swapped" in output) == swapped, output)
        meant = "// gemmscope: C = A * B"
        expect(f"{wrong}: what to say", (meant in output) == (launches[0][1] == "not judged"), output)
        rounded.write_text(rounded.read_text().replace("__global__", meant + "\n__global__"))
        code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
        expect(f"{wrong}, though C is said to be the product", [launch[1] for launch in launches] == ["WRONG"], output)
    # Sums of distances, and products times a number of their row and column, load like a product. What they should be is
    # not known, unless the source says that it is a product.
    uneven = ROUNDED_DOWN.replace("(i * (a + 3) + i / 7) % 11", "int((i + 77 * a) * 2654435761u >> 16) % 11")
    others = {"distances": uneven.replace("As[ty][k] * Bs[k][tx]", "powf(As[ty][k] - Bs[k][tx], 3)"),
              "scaled": uneven.replace("float sum = 0;", "float sum = 0, a = 0, b = 0;").replace(
                  "    for (int k = 0", "    if (t == 0) a = As[ty][0], b = Bs[0][tx];\n    for (int k = 0").replace(
                  "= sum;", "= sum * (1 + a * a + 3 * b * b);"),
              "scaled, each k by another lane": LANES + uneven[uneven.index("int main"):]}
    for name, text in others.items():
        for begin, verdict in [("__global__", "not judged"), (meant + "\n__global__", "WRONG")]:
            rounded.write_text(text.replace("__global__", begin))
            code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
            expect(f"{name}, {begin}", [launch[1] for launch in launches] == [verdict] and
                   (meant in output) == (verdict == "not judged"), output)
    # Sums that are overwritten instead of added to are no function of the product, however small they are. Parameters
    # alpha and beta say that it is one, if the kernel loads C and multiplies what it loads.
    scales = uneven.replace("int k_tiles)", "int k_tiles, float alpha, float beta)").replace(
        "N, K, argv[4][0] == 'k' ? K / T : (K + up) / T)", "N, K, (K + up) / T, 3.f, -1.5f)").replace(
        "C[row * N + column] = sum", "C[row * N + column] = alpha * sum + beta * C[row * N + column]")
    for what, text, verdict in [("overwritten", scales.replace("sum += As", "sum = As"), "WRONG"),
                                ("distances", scales.replace("As[ty][k] * Bs[k][tx]", "fabsf(As[ty][k] - Bs[k][tx])"), None),
                                ("right", scales, "right"),
                                ("overwritten, no scales", uneven.replace("sum += As", "sum = As"), "not judged")]:
        rounded.write_text(text)
        code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
        expect(f"scaled {what}", "product alone" not in output and
               (launches[0][1] == verdict if verdict else "WRONG" not in output), output)
    # Products that are divided by norms of their rows and columns.
    rounded.write_text(uneven.replace("float sum = 0;", "float sum = 0, a = 0, b = 0;").replace(
        "sum += As[ty][k] * Bs[k][tx];", "{ const float x = As[ty][k], y = Bs[k][tx]; sum += x * y, a += x * x, b += y * y; }")
        .replace("= sum;", "= sum * rsqrtf(a * b);"))
    code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
    expect("cosines", [launch[1] for launch in launches] == ["not judged"] and "product alone" not in output and
           "mostly on their product" in output, output)
    # The last of several parts of K is shorter: nothing beyond it is multiplied.
    rounded.write_text(ROUNDED_DOWN.replace("for (int t = 0; t < k_tiles; ++t) {", "for (int t = blockIdx.z * 3; t < min(k_tiles, (blockIdx.z + 1) * 3); ++t) {")
                       .replace("C[row * N", "C[(blockIdx.z * M + row) * N").replace("M * N}", "2 * M * N}")
                       .replace("(M + up) / T), dim3(T, T)", "(M + up) / T, 2), dim3(T, T)"))
    code, output, launches = verify(str(rounded), "--", "37", "41", "90", "-")
    expect("a shorter part of K", [launch[1] for launch in launches] == ["right"] and "last part has only 42" in output, output)
    # The last k of each tile is copied, and left out of the sums.
    rounded.write_text(ROUNDED_DOWN.replace("k < T; ++k) sum", "k < T - 1; ++k) sum"))
    code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
    expect("a loop that ends too early", len(launches) == 1 and launches[0][1] != "right" and
           "k = 15, 31, 47" in launches[0][2] and "no lane loads them" in launches[0][2], output)
    # Without the barrier at the loop's end, loads come after the next copy in the recording, though they may find the last one.
    rounded.write_text(ROUNDED_DOWN.replace("    __syncthreads();\n  }", "  }"))
    code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
    expect("a barrier is missing", len(launches) == 1 and "no lane loads them" not in output and
           "no barrier between them" in output, output)
    # Half of C, which the program copies: its part is right, and what is missing is told.
    half = ROUNDED_DOWN.replace("if (row < M &&", "if (row < M / 2 &&").replace(
        "    cudaMemcpy(", "    if (a != 2) cudaMemcpy(").replace(
        "  cudaDeviceSynchronize();", "  cudaMemcpy(malloc(M * N * 4), all[2], M * N * 4, cudaMemcpyDeviceToHost);")
    rounded.write_text(half)
    code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
    expect("half of C", "of the program, not of one kernel: 1 finding" in output and "rows 32 to 63 are not" in output, output)
    # A product that is not the one that a comment says is wrong, though it is a right product.
    meant = "// gemmscope: C[M][N] = A[M][K] * B[K][N]\n__global__"
    columns = ROUNDED_DOWN.replace("A[row * K + ka]", "A[ka * M + row]")
    for what, text, found in [("half of C", half, "threads store 32 of the 64 rows of C"),
                              ("A by columns", columns, "threads use them as in C = A^T * B"), ("as said", ROUNDED_DOWN, None)]:
        for begin, verdict in [("__global__", "right"), (meant, "WRONG" if found else "right")]:
            rounded.write_text(text.replace("__global__", begin))
            code, output, launches = verify(str(rounded), "--", "64", "48", "80", "-")
            is_told = found is not None and found in output
            expect(f"{what}, {begin}", [launch[1] for launch in launches] == [verdict] and
                   is_told == (verdict == "WRONG"), output)
            expect(f"{what}, {begin}: said once", found is None or output.count(found) <= 1, output)
    # Where sizes are not what is found, the right program is not called wrong.
    rounded.write_text(ROUNDED_DOWN.replace("Bs[ty][tx] =", "Bs[tx][ty] =").replace("* Bs[k][tx]", "* Bs[tx][k]"))
    for sizes in ["17 1 15 -", "31 1 15 -", "16 1 15 -", "1 17 15 -", "17 16 1 -"]:
        code, output, launches = verify(str(rounded), "--", *sizes.split())
        expect(f"a right program, {sizes}", "WRONG" not in output, output)
    # A tile's number is no size to try, though it is as large as one.
    rounded.write_text(ROUNDED_DOWN)
    code, output, launches = verify(str(rounded), "--", "32", "16", "16", "-")
    expect("sizes to try", "--over" not in output and "-- 31 ..." in output, output)
    rounded.write_text(ROUNDED_DOWN.replace("    __syncthreads();\n  }", "  }"))
    code, output, launches = verify(str(rounded), "--", "64", "64", "64", "-")
    expect("a race", "'gemmscope check' finds" in launches[0][2] and "barrier" in launches[0][2], output)

    # A batch whose matrices are found through pointers: one product is found, and the other blocks are not passed over.
    pointers = ROUNDED_DOWN.replace("const float* A, const float* B, float* C,", "float** As_, float** Bs_, float** Cs_,")
    pointers = pointers.replace("  float sum = 0;", "  const float *A = As_[blockIdx.z], *B = Bs_[blockIdx.z];\n"
                                "  float *C = Cs_[blockIdx.z], sum = 0;")
    rounded.write_text(pointers[:pointers.index("int main")] + r"""
int main(int, char** argv) {
  const int M = atoi(argv[1]), N = atoi(argv[2]), K = atoi(argv[3]), Z = atoi(argv[4]);
  float** all[3];
  const int counts[] = {M * K, K * N, M * N};
  for (int a = 0; a < 3; ++a) {
    float *host = new float[counts[a]], *of[4];
    for (int i = 0; i < counts[a]; ++i) host[i] = (i * (a + 3) + i / 7) % 11 - 5;
    for (int z = 0; z < Z; ++z) {
      cudaMalloc(&of[z], counts[a] * sizeof(float));
      cudaMemcpy(of[z], host, counts[a] * sizeof(float), cudaMemcpyHostToDevice);
    }
    cudaMalloc(&all[a], sizeof of);
    cudaMemcpy(all[a], of, Z * sizeof(float*), cudaMemcpyHostToDevice);
  }
  down<<<dim3(N / T, M / T, Z), dim3(T, T)>>>(all[0], all[1], all[2], M, N, K, K / T);
  cudaDeviceSynchronize();
}
""")
    for products, code_expected in [(1, 0), (3, 1)]:
        code, output, launches = verify(str(rounded), "--", "64", "48", "32", str(products))
        expect(f"{products} products by pointers", code == code_expected and [launch[1] for launch in launches] == ["right"] and
               ("24 of 36 blocks store nothing to Cs_" in output and "is not judged" in output) == (products > 1), output)
        recorded = Path(temporary) / f"recorded{products}"
        subprocess.run([gemmscope, "run", rounded, "-o", recorded, "--", "64", "48", "32", str(products)], capture_output=True, check=True)
        limits = subprocess.run([gemmscope, "report", *recorded.glob("*.gst"), "--view", "limits"], capture_output=True, text=True).stdout
        expect(f"{products} products by pointers: limits", ("the launch is more than this product" in limits) == (products > 1) and
               ("multiply-adds" in limits) == (products == 1), limits)

# Each product of a batch has its own A and B; an element that is wrong is named as the array has it.
code, output, launches = verify("batches")
expect("batches", code == 0 and len(launches) == 6 and all(launch[1] == "right" for launch in launches), output)
with tempfile.TemporaryDirectory() as temporary:
    (Path(temporary) / "vectors.cuh").write_text((folder / "vectors.cuh").read_text())
    changed = Path(temporary) / "changed.cu"
    changed.write_text((folder / "batches.cu").read_text()
                       .replace("= sum;\n}", "= sum + (blockIdx.z == 2 && row == 5 && column == 7);\n}", 1)
                       .replace("run<0>(", "!run<0>(").replace("run<1>(", "!run<1>(").replace("run<2>(", "!run<2>(")
                       .replace("run<3>(", "!run<3>(").replace("run<4>(", "!run<4>("))
    code, output, launches = verify(str(changed))
    FIRST_WRONG = {"0": "C[69][7]", "1": "C[75][7]", "2": "C[5][103]", "3": "C[5][103]", "4": "C[69][7]"}
    for kernel, verdict, text in launches:
        first = FIRST_WRONG.get(kernel.removeprefix("batches<").removesuffix(">"))
        expect(f"changed {kernel}", verdict == ("WRONG" if first else "right") and
               (not first or f"first {first}" in text and "block (0,0,2)" in text), output)
    expect("changed batches", len(launches) == 6, output)

code, output, launches = verify("histogram")
expect("histogram: no product", code == 1 and not launches and "no matrix product was found" in output, output)

print("\n".join(failures) or "as expected")
sys.exit(1 if failures else 0)
