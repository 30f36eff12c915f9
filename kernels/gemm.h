// SPDX-License-Identifier: MIT
/// @file gemm.h
/// What the steps of the ladder share: widths of accesses, and multiply(), which allocates, checks C and times the
/// kernel.
///
///   nvcc -O3 -arch=native kernels/10_warp_tile.cu -o w && ./w 1024       M = N = K = 1024
///   ./w 1024 512 256 2 -1                                                M, N, K, alpha, beta
///
/// The exit code is 0 if C is right, 1 if it is wrong or if CUDA reports an error, and 2 if the arguments do not fit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/// W floats that one access moves: 4 * W bytes, and the address must be a multiple of that.
template <int W>
struct alignas(4 * W) Floats {
  float at[W];
};

/// How many of n neighbouring floats one access moves: 4, 2 or 1, at most `most`. `pad` floats follow each row, and
/// without them all rows begin at multiples of 16 bytes.
constexpr int widest(int n, int pad, int most = 4) {
  return n % most != 0 || pad % most != 0 ? widest(n, pad, most / 2) : most;
}

/// One product in GPU memory: C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N).
template <class T>
struct Gemm {
  int M, N, K;
  float alpha, beta;
  const T *A, *B;
  T* C;
};

/// What a kernel asks of its matrices.
struct Needs {
  int M = 1, N = 1, K = 1;    ///< the sizes must be multiples of these
  bool column_major = false;  ///< A and C are stored by columns; B is always stored by rows
};

namespace gemm {

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// The sizes, alpha and beta of the command line; 256 x 256 x 256, 1 and 0 without them.
template <class T>
Gemm<T> read_arguments(int argc, char** argv, const Needs& needs) {
  Gemm<T> g{256, 256, 256, 1, 0, nullptr, nullptr, nullptr};
  if (argc > 1) g.M = g.N = g.K = std::atoi(argv[1]);
  if (argc > 2) g.N = g.K = std::atoi(argv[2]);
  if (argc > 3) g.K = std::atoi(argv[3]);
  if (argc > 4) g.alpha = static_cast<float>(std::atof(argv[4]));
  if (argc > 5) g.beta = static_cast<float>(std::atof(argv[5]));
  if (g.M < 1 || g.N < 1 || g.K < 1 || g.M % needs.M != 0 || g.N % needs.N != 0 || g.K % needs.K != 0) {
    std::fprintf(stderr, "M, N and K must be positive multiples of %d, %d and %d.\n", needs.M, needs.N, needs.K);
    std::exit(2);
  }
  return g;
}

/// A matrix on both sides, of small whole numbers: with a whole alpha and beta, sums are exact.
template <class T>
struct Matrix {
  std::vector<float> value;  ///< by rows
  T* gpu = nullptr;
  int rows, columns;
  bool by_columns;

  Matrix(int rows, int columns, unsigned seed, bool by_columns)
      : value(std::size_t(rows) * columns), rows(rows), columns(columns), by_columns(by_columns) {
    for (float& v : value) {
      seed = seed * 1664525u + 1013904223u;
      v = static_cast<float>(static_cast<int>(seed >> 24) % 7 - 3);
    }
    check(cudaMalloc(&gpu, value.size() * sizeof(T)), "cudaMalloc");
  }
  std::size_t by_row(int row, int column) const { return std::size_t(row) * columns + column; }
  std::size_t place(int row, int column) const {
    return by_columns ? std::size_t(column) * rows + row : by_row(row, column);
  }
  /// Copies the matrix to the GPU, or NaN: what a kernel must not read.
  void send(bool nan = false) const {
    std::vector<T> elements(value.size());
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        elements[place(row, column)] = T(nan ? NAN : value[by_row(row, column)]);
    check(cudaMemcpy(gpu, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  std::vector<float> fetch() const {
    std::vector<T> elements(value.size());
    check(cudaMemcpy(elements.data(), gpu, elements.size() * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::vector<float> fetched(value.size());
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        fetched[by_row(row, column)] = static_cast<float>(elements[place(row, column)]);
    return fetched;
  }
};

/// A product and what the kernel made of it.
template <class T>
struct Result {
  const Gemm<T>& g;
  const std::vector<float>&A, &B, &C_before, &C;

  /// How far a right element may be from the exact sum: nothing, where whole numbers of that size are exact.
  double slack(double c) const {
    const bool whole = std::floor(g.alpha) == g.alpha && std::floor(g.beta) == g.beta;
    const double exact_below = sizeof(T) == 2 ? 0x1p11 : 0x1p24, rounding = sizeof(T) == 2 ? 0x1p-10 : 0x1p-22;
    return whole && std::fabs(c) < exact_below ? 0 : std::fabs(c) * rounding + 1e-6;
  }

  /// The first wrong row of C, or -1. If C is right, C x = alpha A (B x) + beta C_before x for every x, and that needs
  /// no second product of matrices (R. Freivalds, "Probabilistic machines can use less running time", 1977).
  int first_wrong_row() const {
    std::vector<double> x(g.N), Bx(g.K);
    for (int n = 0; n < g.N; ++n) x[n] = 1 + n * 7 % 13;
    for (int k = 0; k < g.K; ++k)
      for (int n = 0; n < g.N; ++n) Bx[k] += B[std::size_t(k) * g.N + n] * x[n];
    for (int m = 0; m < g.M; ++m) {
      double is = 0, should_be = 0, tolerance = 0;
      for (int k = 0; k < g.K; ++k) should_be += g.alpha * A[std::size_t(m) * g.K + k] * Bx[k];
      for (int n = 0; n < g.N; ++n) {
        const std::size_t at = std::size_t(m) * g.N + n;
        if (g.beta != 0) should_be += double(g.beta) * C_before[at] * x[n];
        is += C[at] * x[n];
        tolerance += slack(C[at]) * x[n];
      }
      if (!std::isfinite(is) || !(std::fabs(is - should_be) <= tolerance)) return m;
    }
    return -1;
  }

  /// Says which element of a wrong row is wrong first.
  void print_wrong(int m) const {
    for (int n = 0; n < g.N; ++n) {
      const std::size_t at = std::size_t(m) * g.N + n;
      double sum = g.beta == 0 ? 0 : double(g.beta) * C_before[at];
      for (int k = 0; k < g.K; ++k) sum += double(g.alpha) * A[std::size_t(m) * g.K + k] * B[std::size_t(k) * g.N + n];
      if (std::isfinite(C[at]) && std::fabs(C[at] - sum) <= slack(sum)) continue;
      std::printf("wrong: C[%d][%d] is %g and should be %g\n", m, n, C[at], sum);
      return;
    }
    std::printf("wrong: row %d of C\n", m);
  }
};

/// Milliseconds of one launch: the median of 20.
template <class Launch>
float median_ms(Launch launch) {
  std::vector<float> ms(20);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  for (float& t : ms) {
    check(cudaEventRecord(begin), "cudaEventRecord");
    launch();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "launch");
    check(cudaEventElapsedTime(&t, begin, end), "cudaEventElapsedTime");
  }
  std::sort(ms.begin(), ms.end());
  return ms[ms.size() / 2];
}

}  // namespace gemm

inline int blocks_for(int size, int tile) { return (size + tile - 1) / tile; }

/// Multiplies, checks and times. `launch(g)` launches the kernel once.
template <class T = float, class Launch>
int multiply(int argc, char** argv, const Needs& needs, Launch launch) {
  Gemm<T> g = gemm::read_arguments<T>(argc, argv, needs);
  cudaDeviceProp gpu;
  gemm::check(cudaGetDeviceProperties(&gpu, 0), "no GPU (gemmscope run runs the program without one)");

  gemm::Matrix<T> A(g.M, g.K, 1, needs.column_major), B(g.K, g.N, 2, false), C(g.M, g.N, 3, needs.column_major);
  A.send(), B.send(), C.send(g.beta == 0);
  g.A = A.gpu, g.B = B.gpu, g.C = C.gpu;

  launch(g);
  gemm::check(cudaGetLastError(), "launch");
  gemm::check(cudaDeviceSynchronize(), "kernel");
  const std::vector<float> C_after = C.fetch();
  const gemm::Result<T> result{g, A.value, B.value, C.value, C_after};
  std::printf("%d x %d x %d: ", g.M, g.N, g.K);
  if (const int row = result.first_wrong_row(); row >= 0) {
    result.print_wrong(row);
    return 1;
  }
  if (std::strstr(gpu.name, "emulator") != nullptr) {  // its time says nothing about a GPU
    std::printf("right; not timed on %s\n", gpu.name);
    return 0;
  }
  const float ms = gemm::median_ms([&] { launch(g); });
  std::printf("right, %.3f ms, %.0f GFLOP/s on %s (median of 20 launches)\n", ms, 2e-6 * g.M * g.N * g.K / ms,
              gpu.name);
  return 0;
}
