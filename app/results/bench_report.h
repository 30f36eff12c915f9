// SPDX-License-Identifier: MIT
/// @file bench_report.h
/// What `gemmscope bench` measured on a GPU: the only figures of speed that are ever shown. docs/bench.md describes the
/// file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::results {

/// A rate, from the median of some launches.
struct Median {
  double gflops = 0;                                     ///< 2*M*N*K / median; a multiply-add counts as two
  double median_ms = 0, fastest_ms = 0, slowest_ms = 0;  ///< of one launch
  int launches = 0;                                      ///< the median is of so many
  friend bool operator==(const Median&, const Median&) = default;
};

/// A matrix product of a program: one of its launches, whose tiles were found, at the sizes that the program gives it.
struct ProductRate {
  std::string program;                     ///< its file's name
  std::string program_code, setting_code;  ///< format::CodeName: what was measured
  std::string kernel;                      ///< as a recording names it: "gemm<16>"
  std::string numbers;                     ///< of the program, instead of its file's: "TILE=32 PAD=1"; empty: none
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t batches = 1;  ///< products of this size in the launch
  std::string element;        ///< of A and B, "float" or "half": which cuBLAS stands beside it; empty: not known
  int registers = 0;          ///< per thread
  int spilled_bytes = 0;      ///< local memory per thread
  int resident_warps = 0;     ///< that a multiprocessor holds at once; 0: not known
  Median rate;
  std::optional<Median> cublas;  ///< at the same M, N and K, with the same element
  std::string cublas_missing;    ///< why it was not measured
  friend bool operator==(const ProductRate&, const ProductRate&) = default;
};

/// The card's single-precision peak: multiprocessors x lanes x 2 x clock.
struct Peak {
  double gflops = 0;
  int multiprocessors = 0, lanes = 0;  ///< lanes: float multiply-adds per clock of a multiprocessor
  double clock_mhz = 0;                ///< the highest that the driver names
  friend bool operator==(const Peak&, const Peak&) = default;
};

struct BenchReport {
  std::string device, driver, compiler;  ///< compiler: of the kernels, with the toolkit's version
  std::string cublas;                    ///< version; empty if it was not measured
  std::string cublas_missing;            ///< why it was not
  std::string build, date, command;      ///< build: version and commit; date: ISO 8601, UTC, of the end
  std::optional<Peak> peak;              ///< nullopt: not known for this card
  std::vector<ProductRate> products;
  std::vector<std::string> missing;  ///< a sentence for each rate that could not be measured
  friend bool operator==(const BenchReport&, const BenchReport&) = default;
};

/// The day of `report`: the first ten characters of its date.
std::string day_of(const BenchReport& report);
inline constexpr std::string_view kSchema = "gemmscope-bench/3";

/// The text of a whole file. Errors: kBadFile, saying what is wrong where; `name` is the file's.
Result<BenchReport> read_bench(std::string_view text, const std::string& name);
/// The same from disk. Errors: kBadFile also if it cannot be read.
Result<BenchReport> read_bench_file(const std::string& path);

using Reports = std::shared_ptr<const std::vector<BenchReport>>;
/// The reports of assets/results that are compiled in, by file name.
const Reports& shipped();

}  // namespace gemmscope::results
