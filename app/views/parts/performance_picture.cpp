// SPDX-License-Identifier: MIT
#include "app/views/parts/performance_picture.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/session/study.h"
#include "app/views/parts/baseline_words.h"
#include "kernels/table.h"
#include "tracing/analysis/narrow_loads.h"

namespace gemmscope::views {
namespace {

using results::BenchReport;
using results::KernelRate;

constexpr std::uint32_t kUsualSize = 4096;  ///< of published figures, and the one that layouts are measured at

std::vector<const KernelRate*> rates_of(const BenchReport& report, const PerformancePicture& picture) {
  std::vector<const KernelRate*> rates;
  for (const KernelRate& rate : report.kernels)
    if (rate.kernel == picture.kernel && rate.preset == picture.preset) rates.push_back(&rate);
  return rates;
}

/// The recording's layout if it was measured, otherwise the default one, otherwise any.
std::string choose_layout(const std::vector<const KernelRate*>& rates, const std::string& layout) {
  for (const std::string& wanted : {layout, std::string{}})
    if (std::ranges::any_of(rates, [&](const KernelRate* rate) { return rate->layout == wanted; })) return wanted;
  return rates.empty() ? layout : rates.front()->layout;
}

/// 4096 if the layout was measured at it, otherwise its largest size.
std::uint32_t choose_size(const std::vector<const KernelRate*>& rates, const std::string& layout) {
  std::uint32_t largest = 0;
  for (const KernelRate* rate : rates)
    if (rate->layout == layout) {
      if (rate->rate.size == kUsualSize) return kUsualSize;
      largest = std::max(largest, rate->rate.size);
    }
  return largest;
}

void add_sizes(PerformancePicture& picture, const std::vector<const KernelRate*>& rates) {
  const std::string element = rates.empty() ? "float" : rates.front()->element;
  std::set<std::uint32_t> sizes;
  for (const KernelRate* rate : rates) sizes.insert(rate->rate.size);
  for (const results::LibraryRate& library : picture.report->library)
    if (library.element == element) sizes.insert(library.rate.size);
  for (const std::uint32_t size : sizes)
    picture.sizes.push_back(
        {size, results::find_rate(*picture.report, picture.kernel, picture.preset, picture.shown_layout, size),
         results::find_library(*picture.report, element, size), nullptr});
}

double highest(const PerformancePicture& picture) {
  double most = picture.report->peak ? picture.report->peak->gflops : 1;
  for (const SizeBars& bars : picture.sizes) {
    if (bars.kernel != nullptr) most = std::max(most, bars.kernel->rate.gflops);
    if (bars.library != nullptr && !bars.library->on_tensor_cores()) most = std::max(most, bars.library->rate.gflops);
  }
  for (const SizeBars& bars : picture.sizes)
    if (bars.pinned != nullptr) most = std::max(most, bars.pinned->rate.gflops);
  for (const LayoutBar& bar : picture.layouts) most = std::max(most, bar.rate->rate.gflops);
  return most;
}

/// The rates of exactly its layout, whatever stands in for that of what is shown.
void add_baseline(PerformancePicture& picture, const session::Look& look, const session::Look& baseline) {
  const format::Recording& recording = *baseline.recording();
  const std::string layout = session::layout_of(recording);
  picture.pinned = told_apart(recording, *look.recording()).first;
  for (SizeBars& bars : picture.sizes)
    bars.pinned = results::find_rate(*picture.report, recording.kernel, recording.preset, layout, bars.size);
  if (recording.kernel != picture.kernel || recording.preset != picture.preset) return;
  for (LayoutBar& bar : picture.layouts) bar.pinned = bar.rate->layout == layout;
}

}  // namespace

const SizeBars* PerformancePicture::main() const {
  const auto found = std::ranges::find(sizes, layouts_size, &SizeBars::size);
  return found == sizes.end() || found->kernel == nullptr ? nullptr : &*found;
}

const KernelRate* PerformancePicture::default_rate() const {
  return report == nullptr ? nullptr : results::find_rate(*report, kernel, preset, "", layouts_size);
}

PerformancePicture performance_picture(const session::Look& look, const session::Look* baseline) {
  PerformancePicture picture;
  const format::Recording& recording = *look.recording();
  picture.kernel = recording.kernel, picture.preset = recording.preset;
  picture.layout = picture.shown_layout = session::layout_of(recording);
  picture.narrow_reads = analysis::has_narrow_loads(recording);
  picture.report = session::report_shown(look);
  if (picture.report == nullptr) return picture;

  const auto rates = rates_of(*picture.report, picture);
  picture.measured = !rates.empty();
  picture.shown_layout = choose_layout(rates, picture.layout);
  picture.layouts_size = choose_size(rates, picture.shown_layout);
  add_sizes(picture, rates);
  for (const KernelRate* rate : rates)
    if (rate->rate.size == picture.layouts_size)
      picture.layouts.push_back({.rate = rate, .shown = rate->layout == picture.layout});
  if (baseline != nullptr) add_baseline(picture, look, *baseline);
  picture.full = highest(picture);
  picture.rule = look.rule;
  picture.wavefronts_per_fma = look.summary.wavefronts_per_fma(look.rule);
  const std::vector<session::Tried>& tried = look.loaded->tried;
  const session::Tried *now = session::find_tried(tried, ""), *usual = session::find_tried(tried, "default");
  if (now != nullptr && usual != nullptr) {
    const std::uint64_t before = usual->summary.main_loop.by(look.rule).wavefronts;
    if (before != 0)
      picture.modelled_ratio =
          static_cast<double>(now->summary.main_loop.by(look.rule).wavefronts) / static_cast<double>(before);
  }
  return picture;
}

std::vector<SizeBars> fitting_sizes(const PerformancePicture& picture, std::size_t room) {
  std::vector<SizeBars> sizes = picture.sizes;
  if (sizes.size() <= room) return sizes;
  const double main = picture.layouts_size != 0 ? picture.layouts_size : kUsualSize;
  const auto distance = [&](const SizeBars& bars) { return std::abs(std::log2(bars.size / main)); };
  std::ranges::stable_sort(sizes, {}, distance);
  sizes.resize(std::max<std::size_t>(room, 1));
  std::ranges::sort(sizes, {}, &SizeBars::size);
  return sizes;
}

std::vector<LayoutBar> fitting_layouts(const PerformancePicture& picture, std::size_t room) {
  const std::vector<LayoutBar>& all = picture.layouts;
  if (all.size() <= room) return all;
  if (room <= 1) return {};
  const std::size_t most = room - 1;
  std::vector<LayoutBar> fitting(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most));
  const auto shown = std::ranges::find_if(all, &LayoutBar::shown);
  if (shown - all.begin() >= static_cast<std::ptrdiff_t>(most) && shown != all.end()) fitting.back() = *shown;
  return fitting;
}

std::string layout_in_words(const std::string& kernel, const std::string& layout) {
  if (!layout.empty()) return layout;
  std::string text;
  if (const kernels::KernelInfo* info = kernels::find_kernel(kernel))
    for (const kernels::ParameterInfo& p : info->parameters)
      if (p.choices.empty() && !p.value.empty())
        text += (text.empty() ? "" : " ") + std::string(p.name) + "=" + std::string(p.value);
  return text.empty() ? "default" : text;
}

}  // namespace gemmscope::views
