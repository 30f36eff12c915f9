// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/room.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>

#include "tracing/cxx/knobs.h"

namespace gemmscope::analysis {
namespace {

bool may_be_size(std::string_view name) {
  const std::string_view last = name.substr(name.find_last_of('.') + 1);
  for (const std::string_view begin : {"ld", "alpha", "beta"})
    if (last.starts_with(begin)) return false;
  return last.find("pitch") == last.npos && last.find("stride") == last.npos;
}

}  // namespace

Room room_for_rows(const format::Recording& recording, const ProductMatrix& as) {
  if (as.transposed) return {as.pitch, true};
  return {static_cast<std::uint32_t>(recording.tensors[as.tensor].layout.extent() / as.pitch), false};
}

Room room_for_columns(const format::Recording& recording, const ProductMatrix& as) {
  return room_for_rows(recording, {as.tensor, !as.transposed, as.pitch});
}

std::vector<std::pair<std::string_view, std::uint32_t>> named_arguments(const format::Recording& recording) {
  constexpr auto kOfLaunch = std::to_array<std::string_view>({"launch", "grid", "block"});
  std::vector<std::pair<std::string_view, std::uint32_t>> all;
  for (const format::Parameter& each : recording.parameters) {
    std::uint32_t value = 0;
    const char* const end = each.value.data() + each.value.size();
    const auto [read, error] = std::from_chars(each.value.data(), end, value);
    if (error == std::errc{} && read == end && std::ranges::find(kOfLaunch, each.name) == kOfLaunch.end())
      all.emplace_back(each.name, value);
  }
  return all;
}

std::vector<std::uint32_t> scalar_arguments(const format::Recording& recording) {
  std::vector<std::uint32_t> all;
  for (const auto& [name, value] : named_arguments(recording)) all.push_back(value);
  return all;
}

SizeNumbers::SizeNumbers(const format::Recording& recording) {
  for (const auto& [name, value] : named_arguments(recording))
    if (may_be_size(name)) given.insert(value);
  for (const cxx::Knob& knob : cxx::knobs_of(recording.source.text).all)
    if (may_be_size(knob.name) && knob.value > 0 && knob.value <= std::numeric_limits<std::uint32_t>::max())
      named.insert(static_cast<std::uint32_t>(knob.value));
}

}  // namespace gemmscope::analysis
