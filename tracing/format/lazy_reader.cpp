// SPDX-License-Identifier: MIT
#include "tracing/format/lazy_reader.h"

#include <algorithm>

#include "tracing/format/check.h"
#include "tracing/format/coding.h"
#include "tracing/format/description.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

/// The section that holds an item, or nullptr.
const Section* section_of(const std::vector<Section>& sections, std::uint32_t item) {
  const auto after = std::upper_bound(sections.begin(), sections.end(), item,
                                      [](std::uint32_t i, const Section& s) { return i < s.first; });
  return after != sections.begin() && item - after[-1].first < after[-1].items ? &after[-1] : nullptr;
}

tl::unexpected<Error> no_such(const std::string& what) {
  return fail(ErrorKind::kUsage, "the recording has no " + what + "; ask for one that it has");
}

}  // namespace

LazyReader::LazyReader(Container file, Recording description)
    : file_(std::move(file)), description_(std::move(description)) {
  std::uint32_t first = 0;
  for (const Pattern& pattern : description_.patterns) {
    first_segment_.push_back(first);
    first += pattern.warp_begin.back();
  }
}

Result<LazyReader> LazyReader::open(std::span<const std::byte> bytes) {
  auto file = Container::open(bytes, kMaxMemoryBytes);
  if (!file) return tl::unexpected(file.error());
  const Section section = file->sections(SectionType::kDescription).front();
  const auto raw = file->unpack(section);
  if (!raw) return tl::unexpected(raw.error());
  auto description = decode_description(*raw, section.items, section.offset);
  if (!description) return tl::unexpected(description.error());
  if (const auto fault = check_description(*description)) return damaged(section.offset, fault->what);
  std::uint64_t segments = 0;
  for (const Pattern& pattern : description->patterns) segments += pattern.warp_begin.back();
  if (segments != file->count(SectionType::kSegments))
    return damaged(section.offset, "there is another number of segments than the patterns say");
  return LazyReader(std::move(*file), std::move(*description));
}

Result<Block> LazyReader::block(std::uint32_t index) const {
  const auto sections = file_.sections(SectionType::kBlocks);
  const Section* section = section_of(sections, index);
  if (section == nullptr) return no_such("block " + std::to_string(index));
  const auto raw = file_.unpack(*section);
  if (!raw) return tl::unexpected(raw.error());
  std::vector<Block> blocks;
  if (auto done = decode_blocks(*raw, section->items, section->offset, blocks); !done)
    return tl::unexpected(done.error());
  const Block& block = blocks[index - section->first];
  if (const auto fault = check_block(description_, index, block)) return damaged(section->offset, fault->what);
  return block;
}

Result<Template> LazyReader::template_at(std::uint32_t id) const {
  const auto sections = file_.sections(SectionType::kTemplates);
  const Section* section = section_of(sections, id);
  if (section == nullptr) return damaged(kHeaderBytes, "there is no template " + std::to_string(id));
  const auto raw = file_.unpack(*section);
  if (!raw) return tl::unexpected(raw.error());
  std::vector<Template> templates;
  if (auto done = decode_templates(*raw, section->items, section->detail, section->offset, templates); !done)
    return tl::unexpected(done.error());
  Template& coded = templates[id - section->first];
  if (const auto fault = check_template(description_, id, coded)) return damaged(section->offset, fault->what);
  return std::move(coded);
}

Result<std::vector<Request>> LazyReader::requests(std::uint32_t block_index, std::uint32_t warp,
                                                  std::uint32_t interval) const {
  if (warp >= description_.warps()) return no_such("warp " + std::to_string(warp));
  const auto found_block = block(block_index);
  if (!found_block) return tl::unexpected(found_block.error());
  const Pattern& pattern = description_.patterns[found_block->pattern];
  const std::uint32_t first = first_segment_[found_block->pattern];
  const std::uint32_t begin = first + pattern.warp_begin[warp], end = first + pattern.warp_begin[warp + 1];

  // Of the sections with segments of this warp, the last that begins no later than the interval.
  const auto sections = file_.sections(SectionType::kSegments);
  const Section* section = begin < end ? section_of(sections, begin) : nullptr;
  if (section == nullptr) return std::vector<Request>();
  while (section != &sections.back() && section[1].first < end && section[1].detail <= interval) ++section;
  const auto raw = file_.unpack(*section);
  if (!raw) return tl::unexpected(raw.error());
  std::vector<Segment> segments;
  if (auto done = decode_segments(*raw, section->items, section->offset, segments); !done)
    return tl::unexpected(done.error());

  for (std::uint32_t i = std::max(begin, section->first); i < std::min(end, section->first + section->items); ++i) {
    const Segment& segment = segments[i - section->first];
    if (segment.interval != interval) continue;
    if (segment.warp != warp)
      return damaged(section->offset, "segment " + std::to_string(i) + " is of another warp than the patterns say");
    auto coded = template_at(segment.template_id);
    if (!coded) return tl::unexpected(coded.error());
    if (const auto fault = check_segment(description_, pattern, i, segment, extent_of(*coded)))
      return damaged(section->offset, fault->what);
    // decode() wants a recording: one with this block and this template alone.
    Recording one;
    one.blocks = {*found_block};
    one.templates = {std::move(*coded)};
    Segment only = segment;
    only.template_id = 0;
    std::vector<Request> requests;
    for (std::size_t row = 0; row < one.templates[0].rows.size(); ++row) {
      requests.push_back(decode(one, 0, only, row));
      requests.back().block = block_index;
    }
    return requests;
  }
  return std::vector<Request>();
}

}  // namespace gemmscope::format
