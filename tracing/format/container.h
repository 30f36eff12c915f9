// SPDX-License-Identifier: MIT
/// @file container.h
/// The outer shape of a .gst file: header, section table, compressed sections (docs/format.md, "Header" to "Sections").
///
/// The table is also the index: a recording's templates, segments and blocks are numbered through, and each section
/// says which of them it holds, so that a reader unpacks only the sections it needs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::format {

inline constexpr std::uint32_t kFileVersion = 5;    ///< written by this program
inline constexpr std::uint32_t kOldestVersion = 5;  ///< of files that it reads
inline constexpr std::uint32_t kOldestReader = 5;   ///< version of the oldest reader that understands what it writes

/// Parts of a template for each of its rows (Template::parts): more are not written, and not read.
inline constexpr std::size_t kMostParts = 4;

constexpr std::uint32_t section_code(const char (&name)[5]) {
  std::uint32_t code = 0;
  for (unsigned i = 0; i < 4; ++i) code |= static_cast<std::uint32_t>(static_cast<unsigned char>(name[i])) << (8 * i);
  return code;
}

/// Kinds of sections. A reader skips kinds that it does not know.
enum class SectionType : std::uint32_t {
  kDescription = section_code("META"),  ///< one; items: patterns
  kSegments = section_code("SEGM"),     ///< items: segments of all patterns, in order
  kTemplates = section_code("TMPL"),    ///< items: templates
  kBlocks = section_code("BLCK"),       ///< items: blocks
};

/// An entry of the section table.
struct Section {
  SectionType type = SectionType::kDescription;
  std::uint64_t offset = 0;        ///< in the file
  std::uint64_t stored_bytes = 0;  ///< compressed
  std::uint64_t raw_bytes = 0;
  std::uint32_t first = 0, items = 0;  ///< items first .. first + items - 1 are in it
  std::uint32_t detail = 0;            ///< templates: rows of them all; segments: interval of the first; others: 0
  std::uint32_t checksum = 0;          ///< CRC-32 of the stored bytes
};

inline constexpr std::size_t kHeaderBytes = 40;
inline constexpr std::size_t kSectionBytes = 48;  ///< of a table entry in the file

/// What a reader of these sections will allocate at most; the sum that is held against the limit.
std::uint64_t memory_needed(std::span<const Section> sections);

/// How many bytes a recording has whose file begins with `first`, which has kHeaderBytes, or all of a shorter file.
/// Errors: kBadFile if it does not begin like a recording, is too new, or its header is damaged.
Result<std::uint64_t> size_in_header(std::span<const std::byte> first);

/// A file whose header and table are sound: sections follow one another up to the end of the file, items are numbered
/// without gaps, and memory_needed is within the limit.
class Container {
 public:
  static Result<Container> open(std::span<const std::byte> file, std::uint64_t memory_limit);

  std::span<const Section> sections() const { return sections_; }
  /// The sections of a type, in the order of their items.
  std::vector<Section> sections(SectionType type) const;
  /// How many items all sections of a type hold.
  std::uint32_t count(SectionType type) const;
  /// The byte at which the section with this item begins; the table's if there is none.
  std::uint64_t offset_of(SectionType type, std::uint64_t item) const;
  /// Checks and decompresses a section.
  Result<std::vector<std::byte>> unpack(const Section& section) const;

 private:
  std::span<const std::byte> file_;
  std::vector<Section> sections_;
};

/// Makes a file. Items of each type must be added in order.
class ContainerBuilder {
 public:
  /// `level` is zstd's.
  explicit ContainerBuilder(int level = 9) : level_(level) {}
  /// Compresses and keeps a section; false if memory ran out.
  [[nodiscard]] bool add(SectionType type, std::uint32_t items, std::uint32_t detail, std::span<const std::byte> raw);
  std::span<const Section> sections() const { return sections_; }
  std::vector<std::byte> finish() &&;

 private:
  int level_;
  std::vector<Section> sections_;
  std::vector<std::byte> stored_;
};

/// The sentence for a file with something wrong in it.
tl::unexpected<Error> damaged(std::uint64_t offset, const std::string& what);

}  // namespace gemmscope::format
