// SPDX-License-Identifier: MIT
// The performance view as text: what was measured on a GPU of the recording's kernel, preset and layout.
#include "app/views/performance/words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"

namespace gemmscope::views {
namespace {

std::string share(double part, std::optional<double> whole) {
  return whole && *whole > 0 ? words::percent(part / *whole, 1) : "";
}

std::string sizes_text(const PerformancePicture& picture, std::optional<double> peak) {
  words::TextTable table({">M=N=K", "", ">rate", ">of cuBLAS", ">of peak"});
  const std::string own = picture.preset + " " + layout_in_words(picture.kernel, picture.shown_layout);
  const auto add = [&](std::string size, const std::string& what, const results::Rate* rate, const std::string& of) {
    if (rate == nullptr)
      table.add({std::move(size), what, "not measured"});
    else
      table.add({std::move(size), what, gflops_in_words(rate->gflops), of, share(rate->gflops, peak)});
  };
  for (const SizeBars& bars : picture.sizes) {
    const results::Rate* kernel = bars.kernel == nullptr ? nullptr : &bars.kernel->rate;
    const results::Rate* library = bars.library == nullptr ? nullptr : &bars.library->rate;
    const auto whole = library == nullptr ? std::nullopt : std::optional(library->gflops);
    add(std::to_string(bars.size), own, kernel, kernel == nullptr ? "" : share(kernel->gflops, whole));
    add("", "cuBLAS", library, "");
  }
  return table.text(2);
}

std::string layouts_text(const PerformancePicture& picture) {
  if (picture.layouts.empty()) return "";
  words::TextTable table({"layout", ">rate", ""});
  for (const LayoutBar& bar : picture.layouts)
    table.add({layout_in_words(picture.kernel, bar.rate->layout), gflops_in_words(bar.rate->rate.gflops),
               bar.shown ? "this recording's" : ""});
  return "\nlayouts of " + picture.preset + " at " + std::to_string(picture.layouts_size) + "\n" + table.text(2);
}

std::string products_text(const session::Look& look) {
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

}  // namespace

Result<std::string> performance_text(const session::Look& look) {
  if (!look.recording()->of_ladder()) return products_text(look);
  const PerformancePicture picture = performance_picture(look);
  std::string text = answer_in_words(picture) + "\n";
  if (picture.report == nullptr) return text;
  const auto& peak = picture.report->peak;
  text += origin_in_words(*picture.report) + "\n" + peak_in_words(*picture.report) + "\n";
  for (const std::string& caution : cautions_in_words(picture)) text += caution + "\n";
  return text + "\n" + sizes_text(picture, peak ? std::optional(peak->gflops) : std::nullopt) + layouts_text(picture);
}

}  // namespace gemmscope::views
