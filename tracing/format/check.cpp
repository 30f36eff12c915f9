// SPDX-License-Identifier: MIT
#include "tracing/format/check.h"

#include <algorithm>
#include <bit>

#include "tracing/format/limits.h"
#include "tracing/format/text.h"

namespace gemmscope::format {
namespace {

using Found = std::optional<Fault>;

Fault wrong(std::string what) { return {SectionType::kDescription, 0, std::move(what)}; }
std::string number(std::uint64_t n) { return std::to_string(n); }

std::uint32_t line_count(const Source& source) {
  return static_cast<std::uint32_t>(1 + std::count(source.text.begin(), source.text.end(), '\n'));
}

/// Line numbers are inside the source text. A recording without text may say any.
bool is_line(std::uint32_t line, std::uint32_t lines, const Source& source) { return source.text.empty() || line <= lines; }

Found check_texts(const Recording& r) {
  std::vector<std::string_view> texts = {r.kernel, r.preset, r.source.path, r.origin.backend, r.origin.device,
                                         r.origin.driver, r.origin.compiler, r.origin.build, r.origin.date};
  for (const Parameter& p : r.parameters) texts.insert(texts.end(), {p.name, p.value});
  for (const Tensor& t : r.tensors) texts.insert(texts.end(), {t.name, t.of});
  for (const Site& s : r.sites) texts.emplace_back(s.name);
  for (const std::string_view text : texts) {
    if (text.size() > kMaxNameBytes) return wrong("a text has " + number(text.size()) + " bytes");
    if (!is_plain_text(text)) return wrong("a text is not UTF-8 or has control characters");
  }
  if (r.source.text.size() > kMaxSourceBytes) return wrong("the source text has " + number(r.source.text.size()) + " bytes");
  if (!is_plain_text(r.source.text, true)) return wrong("the source text is not UTF-8 or has control characters");
  return {};
}

Found check_launch(const Recording& r) {
  if (r.parameters.size() > kMaxParameters) return wrong("there are " + number(r.parameters.size()) + " parameters");
  if (std::max({r.M, r.N, r.K}) > kMaxMatrixSize) return wrong("the size " + number(r.M) + "x" + number(r.N) + "x" + number(r.K) + " is too large");
  if (std::uint64_t{r.grid_y} * r.grid_x > kMaxBlocks) return wrong("a grid of " + number(r.grid_y) + " x " + number(r.grid_x) + " blocks is too large");
  if (r.threads == 0 || r.threads > kMaxThreads) return wrong("a block cannot have " + number(r.threads) + " threads");
  if (r.k_tiles > kMaxKTiles) return wrong("there cannot be " + number(r.k_tiles) + " k-tiles");
  if (r.shared_bytes > kMaxSharedBytes) return wrong("a block cannot have " + number(r.shared_bytes) + " bytes of shared memory");
  const auto inside = [](const Range& range, std::uint32_t total) { return range.begin <= range.end && range.end <= total; };
  const Selection& s = r.selection;
  if (!inside(s.block_y, r.grid_y) || !inside(s.block_x, r.grid_x)) return wrong("the selected blocks are not in the grid");
  if (!inside(s.warps, r.warps())) return wrong("the selected warps are not in the block");
  if (!inside(s.k_tiles, r.k_tiles)) return wrong("the selected k-tiles are not in the launch");
  return {};
}

Found check_tensors(const Recording& r) {
  if (r.tensors.size() > kMaxTensors) return wrong("there are " + number(r.tensors.size()) + " tensors");
  for (std::size_t i = 0; i < r.tensors.size(); ++i) {
    const Tensor& t = r.tensors[i];
    const std::string name = "tensor " + number(i);
    const bool shared = t.space == Space::kShared;
    if (!shared && t.space != Space::kGlobal) return wrong(name + " is in no known kind of memory");
    if (!shared && i >= static_cast<std::size_t>(kMaxGlobalTensors)) return wrong("there are too many global tensors");
    if (!shared && i > 0 && r.tensors[i - 1].space == Space::kShared) return wrong("global tensors do not come first");
    if (t.swizzle > Swizzle::kXorGroup) return wrong(name + " is swizzled in an unknown way");
    if (!std::has_single_bit(t.element_bytes) || t.element_bytes > 16) return wrong(name + " has elements of " + number(t.element_bytes) + " bytes");
    if (t.columns > t.pitch) return wrong(name + " has rows longer than their pitch");
    // Elements first, so that nothing overflows; padding after the last row need not exist.
    const std::uint64_t elements = t.rows == 0 ? 0 : (std::uint64_t{t.rows} - 1) * t.pitch + t.columns;
    if (elements > kMaxTensorBytes / t.element_bytes) return wrong(name + " is larger than 4 GiB");
    if (shared && t.offset + elements * t.element_bytes > r.shared_bytes) return wrong(name + " does not fit into shared memory");
    if (!shared && t.offset != 0) return wrong(name + " does not begin at its beginning");
  }
  return {};
}

Found check_sites(const Recording& r) {
  if (r.sites.size() > kMaxSites) return wrong("there are " + number(r.sites.size()) + " sites");
  const std::uint32_t lines = line_count(r.source);
  for (std::size_t i = 0; i < r.sites.size(); ++i) {
    const Site& s = r.sites[i];
    const std::string name = "site " + number(i);
    if (s.tensor >= r.tensors.size()) return wrong(name + " is of tensor " + number(s.tensor) + " of " + number(r.tensors.size()));
    if (s.op != Op::kLoad && s.op != Op::kStore) return wrong(name + " is neither load nor store");
    if (!std::has_single_bit(s.width) || s.width > 16) return wrong(name + " has a width of " + number(s.width) + " bytes");
    if (s.line == 0 || !is_line(s.line, lines, r.source)) return wrong(name + " is on line " + number(s.line) + " of " + number(lines));
    if (i > 0 && s.line < r.sites[i - 1].line) return wrong("sites are not ordered by line");
  }
  for (std::size_t p = 0; p < r.patterns.size(); ++p)
    for (const std::uint32_t line : r.patterns[p].barrier_lines)
      if (!is_line(line, lines, r.source)) return wrong("pattern " + number(p) + " has a barrier on line " + number(line) + " of " + number(lines));
  return {};
}

/// Order of segments, and that counting their requests overflows nothing.
Found check_pattern(const Recording& r, std::size_t p, std::uint64_t first_segment, const std::vector<TemplateExtent>& extents) {
  const Pattern& pattern = r.patterns[p];
  std::uint64_t requests = 0;
  for (std::size_t i = 0; i < pattern.segments.size(); ++i) {
    const Segment& s = pattern.segments[i];
    const std::uint64_t id = first_segment + i;
    const auto at = [&](const std::string& what) { return Fault{SectionType::kSegments, id, "segment " + number(id) + " " + what}; };
    if (s.template_id >= extents.size()) return at("has template " + number(s.template_id) + " of " + number(extents.size()));
    if (auto fault = check_segment(r, pattern, id, s, extents[s.template_id])) return fault;
    if (i > 0 && std::pair(pattern.segments[i - 1].warp, pattern.segments[i - 1].interval) >= std::pair(s.warp, s.interval))
      return at("is not in the order of warps and intervals");
    requests += extents[s.template_id].rows;
    if (requests > kMaxBlockRequests) return at("makes a block of more than " + number(kMaxBlockRequests) + " requests");
  }
  return {};
}

}  // namespace

Found check_description(const Recording& recording) {
  for (const auto part : {check_texts, check_launch, check_tensors, check_sites})
    if (auto fault = part(recording)) return fault;
  return {};
}

Found check_template(const Recording& recording, std::size_t id, const Template& coded) {
  const auto wrong_template = [&](const std::string& what) { return Fault{SectionType::kTemplates, id, "template " + number(id) + what}; };
  if (coded.rows.empty()) return wrong_template(" has no rows");
  if (coded.addresses.size() != coded.rows.size() * kLanes) return wrong_template(" does not have 32 addresses a row");
  for (std::size_t i = 0; i < coded.rows.size(); ++i) {
    const Row& row = coded.rows[i];
    const auto at = [&](const std::string& what) { return wrong_template(", row " + number(i) + ": " + what); };
    if (row.mask == 0) return at("no lane is active");
    if (row.site >= recording.sites.size()) return at("there is no site " + number(row.site));
    if (row.phase > Phase::kWriteBack) return at("there is no phase " + number(static_cast<std::uint64_t>(row.phase)));
    const std::uint16_t tensor = recording.sites[row.site].tensor;
    const bool shared = recording.tensors[tensor].space == Space::kShared;
    if (row.base != (shared ? kSharedBase : tensor)) return at("the base is not that of tensor " + number(tensor));
    const auto lanes = coded.lanes(i);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if ((row.mask >> lane & 1u) == 0 && lanes[lane] != 0) return at("lane " + number(lane) + " is inactive and has an address");
  }
  return {};
}

TemplateExtent extent_of(const Template& coded) {
  TemplateExtent extent{.rows = coded.rows.size()};
  for (const Row& row : coded.rows) {
    if (row.k_tile == Row::kEpilogueRow) extent.epilogue = true;
    else extent.k_tiles = std::max(extent.k_tiles, row.k_tile + 1u);
  }
  return extent;
}

Found check_segment(const Recording& recording, const Pattern& pattern, std::uint64_t id, const Segment& segment,
                    const TemplateExtent& coded) {
  const auto at = [&](const std::string& what) { return Fault{SectionType::kSegments, id, "segment " + number(id) + " " + what}; };
  const Selection& selection = recording.selection;
  if (!selection.warps.contains(segment.warp)) return at("is of warp " + number(segment.warp) + ", which is not selected");
  if (segment.interval >= pattern.barrier_lines.size())
    return at("is in barrier interval " + number(segment.interval) + " of " + number(pattern.barrier_lines.size()));
  if (coded.epilogue && !selection.epilogue) return at("is in the epilogue, which is not selected");
  if (coded.k_tiles == 0 && segment.k_tile != kEpilogue) return at("has a k-tile but only epilogue rows");
  if (coded.k_tiles != 0 && (segment.k_tile < selection.k_tiles.begin ||
                             std::uint64_t{segment.k_tile} + coded.k_tiles > selection.k_tiles.end))
    return at("reaches k-tiles that are not selected");
  return {};
}

Found check_block(const Recording& recording, std::size_t id, const Block& block) {
  const auto at = [&](const std::string& what) { return Fault{SectionType::kBlocks, id, "block " + number(id) + " " + what}; };
  if (block.pattern >= recording.patterns.size()) return at("has pattern " + number(block.pattern) + " of " + number(recording.patterns.size()));
  if (!recording.selection.block_y.contains(block.y) || !recording.selection.block_x.contains(block.x))
    return at("is in row " + number(block.y) + ", column " + number(block.x) + ", which is not selected");
  return {};
}

Found check(const Recording& recording) {
  if (auto fault = check_description(recording)) return fault;
  std::vector<TemplateExtent> extents;
  extents.reserve(recording.templates.size());
  for (std::size_t i = 0; i < recording.templates.size(); ++i) {
    if (auto fault = check_template(recording, i, recording.templates[i])) return fault;
    extents.push_back(extent_of(recording.templates[i]));
  }
  std::uint64_t segments = 0;
  for (std::size_t p = 0; p < recording.patterns.size(); ++p) {
    if (auto fault = check_pattern(recording, p, segments, extents)) return fault;
    segments += recording.patterns[p].segments.size();
  }
  for (std::size_t b = 0; b < recording.blocks.size(); ++b) {
    if (auto fault = check_block(recording, b, recording.blocks[b])) return fault;
    if (b > 0 && std::pair(recording.blocks[b - 1].y, recording.blocks[b - 1].x) >= std::pair(recording.blocks[b].y, recording.blocks[b].x))
      return Fault{SectionType::kBlocks, b, "block " + number(b) + " is not in the order of rows and columns"};
  }
  return {};
}

}  // namespace gemmscope::format
