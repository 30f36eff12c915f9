// SPDX-License-Identifier: MIT
// The performance view as text: what was measured on a GPU of the program's products.
#include "app/views/performance/words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"

namespace gemmscope::views {
namespace {

std::string share(double part, std::optional<double> whole) {
  return whole && *whole > 0 ? words::percent(part / *whole, 1) : "";
}

}  // namespace

Result<std::string> performance_text(const session::Look& look) {
  const ProductRates all = product_rates(look);
  std::string text = answer_in_words(all) + "\n";
  if (all.report == nullptr) return text + how_to_measure_in_words(all) + "\n";
  text += origin_in_words(*all.report) + "\n" + peak_in_words(*all.report) + "\n\n";
  words::TextTable table({"M x N x K", "", ">rate", ">of cuBLAS", ">of peak"});
  for (const results::ProductRate* rate : all.rates) {
    const auto whole = rate->cublas ? std::optional(rate->cublas->gflops) : std::nullopt;
    table.add({label_of(*rate, all), rate->kernel, gflops_in_words(rate->rate.gflops), share(rate->rate.gflops, whole),
               share(rate->rate.gflops, all.peak())});
    table.add({"", "cuBLAS", rate->cublas ? gflops_in_words(*whole) : "not measured: " + rate->cublas_missing, "",
               rate->cublas ? share(*whole, all.peak()) : ""});
  }
  return text + table.text(2);
}

}  // namespace gemmscope::views
