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

/// "k-tile 3", "k-tiles 3:5" as `record` takes it; empty if that is all.
std::string range_text(const char* thing, const format::Range& range, std::uint32_t all) {
  if (range.size() == all) return {};
  if (range.size() == 1) return std::string(thing) + " " + std::to_string(range.begin);
  return std::string(thing) + "s " + std::to_string(range.begin) + ":" + std::to_string(range.end);
}

std::string blocks_text(const Recording& r) {
  const format::Range &y = r.selection.block_y, &x = r.selection.block_x, &z = r.selection.block_z;
  if (r.selection.blocks() == std::uint64_t{r.grid_y} * r.grid_x) return {};
  const auto at = [&](std::uint32_t column, std::uint32_t row, std::uint32_t layer) {
    return format::text_of({column, row, layer});
  };
  const std::string first = at(x.begin, y.begin, z.begin);
  return r.selection.blocks() == 1 ? "block " + first : "blocks " + first + ":" + at(x.end, y.end, z.end);
}

/// Which blocks, warps and k-tiles are recorded: "block 0,0, k-tiles 1:3, no write-back", or "everything".
std::string part_text(const Recording& r) {
  const format::Selection& s = r.selection;
  std::string text;
  for (const std::string& part :
       {blocks_text(r), range_text("warp", s.warps, r.warps()), range_text("k-tile", s.k_tiles, r.k_tiles),
        std::string(s.epilogue ? "" : "no write-back")})
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  return text.empty() ? "everything" : text;
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
  add("preset", first.preset, second.preset);
  add("mistake", first.mistake, second.mistake);
  add("size", size_text(first), size_text(second));
  add("alpha", number_text(first.alpha), number_text(second.alpha));
  add("beta", number_text(first.beta), number_text(second.beta));
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
