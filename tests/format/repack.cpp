// SPDX-License-Identifier: MIT
#include "tests/format/repack.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <zlib.h>

#include "tracing/format/bases.h"
#include "tracing/format/coding.h"
#include "tracing/format/description.h"
#include "tracing/format/limits.h"

namespace gemmscope::format::testing {

std::vector<RawSection> take_apart(std::span<const std::byte> file) {
  const auto container = Container::open(file, kMaxMemoryBytes);
  if (!container) throw std::runtime_error(container.error().message);
  std::vector<RawSection> sections;
  for (const Section& section : container->sections())
    sections.push_back({section, container->unpack(section).value()});
  return sections;
}

std::vector<std::byte> put_together(std::span<const RawSection> sections) {
  ContainerBuilder file(1);  // the fastest
  for (const auto& [section, bytes] : sections)
    if (!file.add(section.type, section.items, section.detail, bytes)) throw std::bad_alloc();
  return std::move(file).finish();
}

void reseal(std::vector<std::byte>& file) {
  const auto put_checksum = [&](std::size_t at, std::size_t first, std::size_t bytes) {
    const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(file.data() + first), bytes);
    for (std::size_t b = 0; b < 4; ++b) file[at + b] = static_cast<std::byte>(sum >> (8 * b) & 0xffu);
  };
  std::uint32_t sections = 0;
  std::memcpy(&sections, file.data() + 24, sizeof sections);
  put_checksum(28, kHeaderBytes, std::min(sections * kSectionBytes, file.size() - kHeaderBytes));
  put_checksum(36, 0, 36);
}

std::vector<std::byte> encode_unchecked(const Recording& recording) {
  std::vector<Segment> segments;
  for (const Pattern& pattern : recording.patterns)
    segments.insert(segments.end(), pattern.segments.begin(), pattern.segments.end());
  const auto section = [](SectionType type, std::size_t items, std::size_t detail, std::vector<std::byte> bytes) {
    return RawSection{
        {.type = type, .items = static_cast<std::uint32_t>(items), .detail = static_cast<std::uint32_t>(detail)},
        std::move(bytes)};
  };
  const std::size_t tensors = std::min<std::size_t>(global_tensors(recording), kMaxGlobalTensors);
  std::vector<RawSection> sections{
      section(SectionType::kDescription, recording.patterns.size(), 0, encode_description(recording).value())};
  for (std::size_t i = 0; i < segments.size(); i += kMaxSectionSegments) {
    const auto part = std::span(segments).subspan(i, std::min<std::size_t>(kMaxSectionSegments, segments.size() - i));
    sections.push_back(section(SectionType::kSegments, part.size(), part[0].interval, encode_segments(part, tensors)));
  }
  for (std::size_t begin = 0, end = 0; begin < recording.templates.size(); begin = end) {
    std::size_t rows = 0;
    while (end < recording.templates.size() &&
           (end == begin || rows + recording.templates[end].rows.size() <= kMaxSectionRows))
      rows += recording.templates[end++].rows.size();
    sections.push_back(section(SectionType::kTemplates, end - begin, rows,
                               encode_templates(std::span(recording.templates).subspan(begin, end - begin))));
  }
  for (std::size_t i = 0; i < recording.blocks.size(); i += kMaxSectionBlocks) {
    const auto part =
        std::span(recording.blocks).subspan(i, std::min<std::size_t>(kMaxSectionBlocks, recording.blocks.size() - i));
    sections.push_back(section(SectionType::kBlocks, part.size(), 0, encode_blocks(part, tensors)));
  }
  return put_together(sections);
}

std::uint64_t walk(const Recording& recording) {
  std::uint64_t sum = recording.request_count();
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) {
    const Pattern& pattern = recording.patterns[recording.blocks[b].pattern];
    for (std::uint32_t w = 0; w < recording.warps(); ++w)
      for (std::uint32_t i = 0; i < pattern.warp_requests[w]; ++i) {
        const RequestPosition at = locate(recording, b, w, i);
        const Request request = decode(recording, b, pattern.segments[at.segment], at.row);
        const Site& site = recording.sites[request.site];
        sum +=
            request.address[0] + recording.tensors[site.tensor].layout.rows + pattern.barrier_lines[request.interval];
      }
  }
  return sum;
}

}  // namespace gemmscope::format::testing
