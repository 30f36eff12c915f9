// SPDX-License-Identifier: MIT
#include "app/words/setting_words.h"

#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::words {
namespace {

using format::Recording;

std::string size_text(const Recording& r) {
  return std::to_string(r.M) + " x " + std::to_string(r.N) + " x " + std::to_string(r.K);
}

/// "warp 3", "warps 3:5" as `record` takes it; empty if that is all.
std::string warps_text(const Recording& r) {
  const format::Range& range = r.selection.warps;
  if (range.size() == r.warps()) return {};
  if (range.size() == 1) return "warp " + std::to_string(range.begin);
  return "warps " + std::to_string(range.begin) + ":" + std::to_string(range.end);
}

std::string blocks_text(const Recording& r) {
  const format::Range &y = r.selection.block_y, &x = r.selection.block_x, &z = r.selection.block_z;
  if (r.selection.blocks() == r.launch_blocks()) return {};
  const auto at = [&](std::uint32_t column, std::uint32_t row, std::uint32_t layer) {
    return format::text_of({column, row, layer});
  };
  const std::string first = at(x.begin, y.begin, z.begin);
  return r.selection.blocks() == 1 ? "block " + first : "blocks " + first + ":" + at(x.end, y.end, z.end);
}

/// Which blocks and warps are recorded: "block 0,0, warps 1:3", or "everything".
std::string part_text(const Recording& r) {
  const std::string blocks = blocks_text(r), warps = warps_text(r);
  if (blocks.empty() && warps.empty()) return "everything";
  return blocks + (blocks.empty() || warps.empty() ? "" : ", ") + warps;
}

std::string value_of(const Recording& r, const std::string& name) {
  return std::string(r.parameter(name).value_or(""));
}

}  // namespace

std::vector<Setting> differing_settings(const Recording& first, const Recording& second) {
  std::vector<Setting> settings;
  const auto add = [&](const std::string& name, const std::string& a, const std::string& b) {
    if (a != b) settings.push_back({name, a, b});
  };
  add("kernel", first.kernel, second.kernel);
  add("size", size_text(first), size_text(second));
  for (const format::Parameter& p : first.parameters) add(p.name, p.value, value_of(second, p.name));
  for (const format::Parameter& p : second.parameters)
    if (!first.parameter(p.name)) add(p.name, "", p.value);
  add("recorded", part_text(first), part_text(second));
  add("dropped", thousands(first.dropped), thousands(second.dropped));
  add("backend", first.origin.backend, second.origin.backend);
  add("device", first.origin.device, second.origin.device);
  return settings;
}

}  // namespace gemmscope::words
