// SPDX-License-Identifier: MIT
// Emulator rates are not performance: they are printed in multiply-adds and requests per second, under their own
// heading.
#include "app/cli/bench.h"
#include "app/views/performance/words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"

namespace gemmscope::cli {
namespace {

std::string share_text(double part, std::optional<double> whole) {
  return whole && *whole > 0 ? words::percent(part / *whole, 1) : "";
}

void add(words::TextTable& table, std::vector<std::string> names, const results::Rate& rate,
         const std::string& of_cublas, const std::optional<results::Peak>& peak, const std::string& layout_is) {
  names.insert(names.end(), {std::to_string(rate.size), views::gflops_in_words(rate.gflops), of_cublas,
                             share_text(rate.gflops, peak ? std::optional(peak->gflops) : std::nullopt),
                             words::decimals(rate.median_ms, 3) + " ms", std::to_string(rate.launches), layout_is});
  table.add(std::move(names));
}

std::string text_of(const results::BenchReport& report) {
  words::TextTable table(
      {"kernel", "preset", "layout", ">M=N=K", ">rate", ">of cuBLAS", ">of peak", ">median", ">launches", "layout is"});
  for (const results::LibraryRate& l : report.library)
    add(table, {"cuBLAS", l.element, ""}, l.rate, "", l.on_tensor_cores() ? std::nullopt : report.peak, "");
  for (const results::KernelRate& k : report.kernels) {
    const results::LibraryRate* library = results::find_library(report, k.element, k.rate.size);
    add(table, {k.kernel, k.preset, views::layout_in_words(k.kernel, k.layout)}, k.rate,
        share_text(k.rate.gflops, library ? std::optional(library->rate.gflops) : std::nullopt), report.peak,
        k.fixed_layout ? "fixed" : "an argument");
  }
  std::string text = "plain builds: " + views::origin_in_words(report) + "\n" + views::peak_in_words(report) + "\n";
  if (!report.cublas_missing.empty()) text += "cuBLAS: not measured: " + report.cublas_missing + "\n";
  text += table.text(2);
  for (const std::string& why : report.missing) text += "not measured: " + why + "\n";
  return text;
}

std::string products_text(const results::BenchReport& report) {
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

std::string text_of(const EmulatorRates& emulator) {
  words::TextTable table({"kernel", "preset", ">plain", ">recorded", ">requests"});
  std::string n;
  for (const EmulatorRate& r : emulator.rates) {
    table.add({r.kernel, r.preset, words::decimals(r.plain_fmas_per_s / 1e9, 1) + " G multiply-adds/s",
               words::decimals(r.traced_fmas_per_s / 1e9, 1) + " G multiply-adds/s",
               words::decimals(r.requests_per_s / 1e6, 1) + " M/s"});
    n = std::to_string(r.size);
  }
  return "emulator on " + emulator.device + ", " + n + "x" + n + "x" + n +
         ": how fast this computer records, not how fast a kernel is\n" + table.text(2);
}

}  // namespace

std::string bench_text(const BenchRun& run) {
  const bool of_ladder =
      !run.emulator.rates.empty() || (run.gpu && !(run.gpu->kernels.empty() && run.gpu->library.empty()));
  if (run.gpu && !of_ladder) return products_text(*run.gpu);
  return (run.gpu ? text_of(*run.gpu) : "GPU: not measured\n") + text_of(run.emulator);
}

}  // namespace gemmscope::cli
