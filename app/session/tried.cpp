// SPDX-License-Identifier: MIT
#include "app/session/tried.h"

#include <algorithm>

#include "app/session/choice.h"
#include "kernels/table.h"
#include "tracing/analysis/layout_parameters.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

std::optional<analysis::Summary> summary_with(record::RecordRequest request) {
  const auto variant = record::variant_of(request);
  if (!variant) return std::nullopt;
  const kernels::BlockGeometry tile = variant->geometry();
  request.M = static_cast<std::uint32_t>(tile.BM), request.N = static_cast<std::uint32_t>(tile.BN);
  request.K = static_cast<std::uint32_t>(tile.BK);
  request.block_y.reset(), request.block_x.reset(), request.warps.reset(), request.k_tiles.reset();
  request.epilogue = true;
  request.backend = record::Backend::kCpu, request.host_threads = 1;
  const auto recording = simt::record(request);
  return recording ? std::optional(analysis::summarize(*recording)) : std::nullopt;
}

/// `value` as one more override, or in place of the one that there is.
record::RecordRequest with(record::RecordRequest request, std::string_view name, std::string_view value) {
  std::erase_if(request.overrides, [&](const format::Parameter& p) { return p.name == name; });
  request.overrides.push_back({std::string(name), std::string(value)});
  return request;
}

std::optional<kernels::Variant> variant_with(const record::RecordRequest& request) {
  auto variant = record::variant_of(request);
  return variant ? std::optional(std::move(*variant)) : std::nullopt;
}

/// `request` without the parameters that others of it need anyway: with pad=1, not also width=2. Unchanged if
/// every parameter is a choice of its own.
record::RecordRequest what_decides(const record::RecordRequest& request) {
  for (const format::Parameter& needed : request.overrides) {
    const kernels::ParameterInfo* info = find_parameter(request, needed.name);
    record::RecordRequest rest = request;
    std::erase_if(rest.overrides, [&](const format::Parameter& p) { return p.name == needed.name; });
    if (info == nullptr || info->choices.empty() || variant_with(rest)) continue;
    if (value_of(adjusted({.request = rest}), needed.name) == needed.value) return rest;
  }
  return request;
}

std::string assignment(std::string_view name, std::string_view value) {
  return std::string(name) + "=" + std::string(value);
}

/// Other paddings with which the kernel does not need what it needs now.
void try_paddings(const record::RecordRequest& request, std::vector<Tried>& all) {
  const record::RecordRequest decides = what_decides(request);
  if (decides == request) return;
  for (const analysis::LayoutParameter& parameter : analysis::kLayoutParameters) {
    if (find_parameter(request, parameter.name) == nullptr) continue;
    for (const int padding : parameter.paddings) {
      const std::string value = std::to_string(padding);
      if (value == value_of(request, parameter.name)) continue;
      const record::RecordRequest chosen = adjusted({.request = with(decides, parameter.name, value)});
      std::string change = assignment(parameter.name, value), kept = change;
      for (const format::Parameter& now : request.overrides)
        if (const std::string then = value_of(chosen, now.name); now.name != parameter.name && then != now.value)
          change += " " + assignment(now.name, then), kept += " " + assignment(now.name, now.value);
      if (change == kept || value_of(chosen, parameter.name) != value) continue;
      if (auto summary = summary_with(chosen)) all.push_back({change, std::move(*summary), kept});
    }
  }
}

}  // namespace

std::vector<Tried> try_layouts(const format::Recording& recording) {
  std::vector<Tried> all;
  const kernels::KernelInfo* kernel = kernels::find_kernel(recording.kernel);
  if (!recording.of_ladder() || kernel == nullptr || kernel->mistake != nullptr || !recording.mistake.empty())
    return all;
  const record::RecordRequest request = request_of(recording);
  const auto add = [&](const record::RecordRequest& changed, const std::string& change) {
    if (auto summary = summary_with(changed)) all.push_back({change, std::move(*summary)});
  };
  add(request, "");
  record::RecordRequest usual = request;
  usual.overrides.clear();
  add(usual, "default");
  for (const kernels::ParameterInfo& parameter : kernel->parameters)
    for (const std::string_view value : parameter.choices)
      if (recording.parameter(parameter.name) != value)
        add(with(request, parameter.name, value), assignment(parameter.name, value));
  try_paddings(request, all);
  return all;
}

const Tried* find_tried(const std::vector<Tried>& all, std::string_view change) {
  const auto found = std::ranges::find(all, change, &Tried::change);
  return found == all.end() ? nullptr : &*found;
}

void add_better_choices(std::vector<analysis::WhatIf>& layouts, const std::vector<Tried>& tried,
                        const analysis::SiteSummary& site, analysis::ConflictModel rule) {
  const Tried* now = find_tried(tried, "");
  const analysis::SiteSummary* same = now == nullptr ? nullptr : now->summary.site(site.name);
  if (same == nullptr || same->count.requests == 0 || site.count.requests % same->count.requests != 0) return;
  const std::uint64_t times = site.count.requests / same->count.requests;
  for (const Tried& other : tried) {
    if (other.change.empty() || other.change == "default") continue;
    if (std::ranges::find(layouts, other.change, &analysis::WhatIf::change) != layouts.end()) continue;
    const analysis::SiteSummary* there = other.summary.site(site.name);
    if (there == nullptr || there->count.requests == 0) continue;
    const analysis::SharedCount& count = there->count.by(rule);
    if (!other.kept.empty()) {
      const auto same_value = std::ranges::find_if(
          layouts, [&](const analysis::WhatIf& each) { return other.kept.starts_with(each.change + " "); });
      if (same_value != layouts.end()) same_value->change = other.kept;
    } else if (count.wavefronts * times >= site.count.by(rule).wavefronts) {
      continue;
    }
    layouts.push_back({.change = other.change,
                       .wavefronts = count.wavefronts * times,
                       .narrows = there->width < site.width,
                       .ideal = count.ideal_wavefronts * times});
  }
}

}  // namespace gemmscope::session
