// SPDX-License-Identifier: MIT
#include "tracing/format/recording.h"

#include <algorithm>

namespace gemmscope::format {

std::string Divergence::text(const std::string& block) const {
  const auto where = [](std::uint32_t at) {
    return at == 0 ? std::string("has ended") : "is at the barrier of line " + std::to_string(at);
  };
  const std::string first = "in block " + block + " thread " + std::to_string(thread) + " ",
                    second = " while thread " + std::to_string(other_thread) + " ";
  if (line == other_line && line != 0)
    return first + "is at a barrier of line " + std::to_string(line) + second + "is at another barrier of that line";
  return first + where(line) + second + where(other_line);
}

std::string Divergence::text_of_absence(const std::string& block) const {
  const auto name = [](std::uint32_t t) {
    return "thread " + std::to_string(t) + " (warp " + std::to_string(t / kLanes) + ", lane " +
           std::to_string(t % kLanes) + ")";
  };
  return "in block " + block + " the mask of " + name(thread) + (line == 0 ? "" : " on line " + std::to_string(line)) +
         " names " + name(other_thread) + ", which has not ended and does not come there";
}

std::optional<std::string_view> Recording::parameter(std::string_view name) const {
  for (const Parameter& p : parameters)
    if (p.name == name) return p.value;
  return std::nullopt;
}

std::string text_of(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& p : parameters) text += (text.empty() ? "" : " ") + p.name + "=" + p.value;
  return text;
}

std::optional<std::uint16_t> Recording::tensor_of(Matrix matrix) const {
  for (std::size_t t = 0; t < tensors.size(); ++t)
    if (tensors[t].space == Space::kGlobal && tensors[t].matrix == matrix) return static_cast<std::uint16_t>(t);
  return std::nullopt;
}

std::string Recording::name_of(Matrix matrix) const {
  if (const auto tensor = tensor_of(matrix)) return tensors[*tensor].name;
  return matrix == Matrix::kA ? "A" : matrix == Matrix::kB ? "B" : matrix == Matrix::kC ? "C" : "";
}

std::uint64_t Recording::request_count() const {
  std::vector<std::uint64_t> per_template, per_pattern(patterns.size(), 0);
  for (const Template& t : templates)
    per_template.push_back(static_cast<std::uint64_t>(std::ranges::count(t.rows, false, &Row::continues)));
  for (std::size_t p = 0; p < patterns.size(); ++p)
    for (const Segment& s : patterns[p].segments) per_pattern[p] += per_template[s.template_id];
  std::uint64_t total = 0;
  for (const Block& b : blocks) total += per_pattern[b.pattern];
  return total;
}

std::span<const OriginPart> Template::parts_of(std::size_t row) const {
  const auto begin = std::ranges::lower_bound(parts, row, {}, &OriginPart::row);
  return {begin, std::ranges::upper_bound(begin, parts.end(), row, {}, &OriginPart::row)};
}

Request decode(const Recording& recording, std::uint32_t block, const Segment& segment, std::size_t row) {
  const Template& coded = recording.templates[segment.template_id];
  const Row& r = coded.rows[row];
  const auto lanes = coded.lanes(row);
  const std::uint32_t base = r.base == kSharedBase ? 0 : segment.base[r.base] + recording.blocks[block].base[r.base];

  Request request{.site = r.site,
                  .warp = segment.warp,
                  .block = block,
                  .interval = segment.interval,
                  .k_tile = r.k_tile == Row::kEpilogueRow ? kEpilogue : segment.k_tile + r.k_tile,
                  .step = r.step,
                  .phase = r.phase,
                  .mask = r.mask,
                  .address = {}};
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    request.address[lane] = (r.mask >> lane & 1u) != 0 ? base + lanes[lane] : kInactive;
  return request;
}

RequestPosition locate(const Recording& recording, std::uint32_t block, std::uint32_t warp, std::uint32_t index) {
  const Pattern& pattern = recording.patterns[recording.blocks[block].pattern];
  const auto begin = pattern.segments.begin() + pattern.warp_begin[warp];
  const auto end = pattern.segments.begin() + pattern.warp_begin[warp + 1];
  const auto after =
      std::upper_bound(begin, end, index, [](std::uint32_t i, const Segment& s) { return i < s.first_request; });
  const auto segment = after - 1;
  return {static_cast<std::uint32_t>(segment - pattern.segments.begin()), index - segment->first_request};
}

void index_patterns(Recording& recording) {
  const std::uint32_t warps = recording.warps();
  for (Pattern& pattern : recording.patterns) {
    pattern.warp_begin.assign(warps + 1, 0);
    pattern.warp_requests.assign(warps, 0);
    for (Segment& segment : pattern.segments) {
      ++pattern.warp_begin[segment.warp + 1u];
      segment.first_request = pattern.warp_requests[segment.warp];
      pattern.warp_requests[segment.warp] +=
          static_cast<std::uint32_t>(recording.templates[segment.template_id].rows.size());
    }
    for (std::uint32_t w = 0; w < warps; ++w) pattern.warp_begin[w + 1] += pattern.warp_begin[w];
  }
}

}  // namespace gemmscope::format
