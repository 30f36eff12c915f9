// SPDX-License-Identifier: MIT
#include "app/cli/bench.h"
#include "app/views/performance/words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"

namespace gemmscope::cli {
namespace {

std::string share_text(double part, std::optional<double> whole) {
  return whole && *whole > 0 ? words::percent(part / *whole, 1) : "";
}

}  // namespace

std::string bench_text(const results::BenchReport& report) {
  words::TextTable table({"kernel", "with", ">M", ">N", ">K", ">rate", ">cuBLAS", ">of cuBLAS", ">of peak", ">median",
                          ">launches", ">registers", ">warps per SM"});
  const std::optional<double> peak = report.peak ? std::optional(report.peak->gflops) : std::nullopt;
  for (const results::ProductRate& p : report.products)
    table.add({p.kernel, p.numbers, std::to_string(p.M), std::to_string(p.N), std::to_string(p.K),
               views::gflops_in_words(p.rate.gflops), p.cublas ? views::gflops_in_words(p.cublas->gflops) : "",
               share_text(p.rate.gflops, p.cublas ? std::optional(p.cublas->gflops) : std::nullopt),
               share_text(p.rate.gflops, p.element == "float" ? peak : std::nullopt),
               words::decimals(p.rate.median_ms, 3) + " ms", std::to_string(p.rate.launches),
               std::to_string(p.registers), std::to_string(p.resident_warps)});
  std::string text = views::origin_in_words(report) + "\n" + views::peak_in_words(report) + "\n";
  if (!report.products.empty()) text += table.text(2);
  for (const results::ProductRate& p : report.products)
    if (!p.cublas) text += "cuBLAS: not measured beside " + p.kernel + ": " + p.cublas_missing + "\n";
  for (const std::string& why : report.missing) text += "not measured: " + why + "\n";
  return text;
}

}  // namespace gemmscope::cli
