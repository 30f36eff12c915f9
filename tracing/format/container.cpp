// SPDX-License-Identifier: MIT
#include "tracing/format/container.h"

#include <algorithm>
#include <array>

#include <zlib.h>
#include <zstd.h>

#include "tracing/format/columns.h"
#include "tracing/format/limits.h"
#include "tracing/format/recording.h"

namespace gemmscope::format {
namespace {

// As in PNG: a byte that is no text, the name, and line ends that a transfer as text would change.
constexpr std::array<unsigned char, 8> kMagic = {0x89, 'G', 'S', 'T', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kZstd = 1;  // the only codec
constexpr std::size_t kFileBytesAt = 16, kHeaderChecksumAt = 36;

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

bool has_magic(std::span<const std::byte> file, std::size_t n) {
  return file.size() >= n &&
         std::equal(kMagic.begin(), kMagic.begin() + static_cast<std::ptrdiff_t>(n), file.begin(),
                    [](unsigned char a, std::byte b) { return a == std::to_integer<unsigned char>(b); });
}

Section read_entry(ByteReader& in, std::uint32_t& codec) {
  Section s;
  s.type = static_cast<SectionType>(in.number<std::uint32_t>());
  codec = in.number<std::uint32_t>();
  s.offset = in.number<std::uint64_t>();
  s.stored_bytes = in.number<std::uint64_t>();
  s.raw_bytes = in.number<std::uint64_t>();
  s.first = in.number<std::uint32_t>();
  s.items = in.number<std::uint32_t>();
  s.detail = in.number<std::uint32_t>();
  s.checksum = in.number<std::uint32_t>();
  return s;
}

void write_entry(ByteWriter& out, const Section& s) {
  out.number(static_cast<std::uint32_t>(s.type));
  out.number(kZstd);
  out.number(s.offset);
  out.number(s.stored_bytes);
  out.number(s.raw_bytes);
  out.number(s.first);
  out.number(s.items);
  out.number(s.detail);
  out.number(s.checksum);
}

bool is_known(SectionType type) {
  return type == SectionType::kDescription || type == SectionType::kSegments || type == SectionType::kTemplates ||
         type == SectionType::kBlocks;
}

std::string name_of(SectionType type) {
  std::string name;
  for (unsigned i = 0; i < 4; ++i) {
    const auto letter = static_cast<char>(static_cast<std::uint32_t>(type) >> (8 * i) & 0x7fu);
    name += letter >= ' ' && letter < 0x7f ? letter : '?';
  }
  return name;
}

/// Bytes in memory. Segments: with what is remembered to predict others; descriptions: a pattern without its barriers;
/// blocks: with what check_effort sorts.
std::uint64_t bytes_per_item(SectionType type) {
  switch (type) {
    case SectionType::kDescription: return 512;
    case SectionType::kSegments: return 352;
    case SectionType::kTemplates: return 64;
    case SectionType::kBlocks: return 104;
  }
  return 0;
}
constexpr std::uint64_t kBytesPerRow = 196;       // Row, 32 addresses and kMostParts parts
constexpr std::uint64_t kBytesAnyway = 8u << 20;  // as many sites, tensors and parameters as there can be

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) { return a + b < a ? ~std::uint64_t{0} : a + b; }

/// Magic and version: what is the same in files of all versions.
Result<void> check_kind(std::span<const std::byte> file) {
  if (file.empty()) return fail(ErrorKind::kBadFile, "the file is empty; make a new recording");
  if (!has_magic(file, std::min(file.size(), kMagic.size())))
    return fail(
        ErrorKind::kBadFile,
        has_magic(file, 4)
            ? "damaged at byte 4: its line endings were changed, as by a transfer in text mode; copy it again in binary mode"
            : "not a gemmscope recording: its first bytes are not those of one; open a .gst file made by 'gemmscope run' or 'gemmscope record'");
  if (file.size() < kHeaderBytes)
    return fail(ErrorKind::kBadFile,
                "cut off at byte " + std::to_string(file.size()) +
                    ", inside its header; copy the file again or make a new recording",
                file.size());
  ByteReader in(file.subspan(kMagic.size()));
  const auto version = in.number<std::uint32_t>(), oldest_reader = in.number<std::uint32_t>();
  if (version < kOldestVersion)
    return fail(ErrorKind::kBadFile,
                "made by an older gemmscope: the file has version " + std::to_string(version) +
                    " and this program reads from version " + std::to_string(kOldestVersion) +
                    " on; record the program again",
                kMagic.size());
  if (oldest_reader > kFileVersion)
    return fail(ErrorKind::kBadFile,
                "made by a newer gemmscope: the file has version " + std::to_string(version) +
                    " and this program reads up to version " + std::to_string(kFileVersion) +
                    "; update gemmscope to open it",
                kMagic.size());
  return {};
}

/// Empty: the section is no larger than its number of items allows, and this number is allowed for one section. Then
/// the memory that the table requests is allocated section by section.
std::string excess(const Section& s, std::uint64_t file_bytes) {
  constexpr std::uint64_t kRowBytes = 22 + 4 * kLanes + 5 * kMostParts;  // with a shape of its own
  constexpr std::uint64_t kBaseBytes = 4 * kMaxGlobalTensors;
  constexpr std::uint64_t kDescriptionAnyway = std::uint64_t{24} << 20, kDescriptionPerByte = 256;
  constexpr std::uint64_t kPatternsAnyway = 65536;
  std::uint64_t most_bytes = 0;
  bool too_many = false;
  switch (s.type) {
    case SectionType::kDescription:
      most_bytes = std::max(kDescriptionAnyway, kDescriptionPerByte * s.stored_bytes);
      too_many = s.items > kPatternsAnyway + file_bytes;
      break;
    case SectionType::kSegments:
      most_bytes = s.items * (14 + kBaseBytes), too_many = s.items > kMaxSectionSegments;
      break;
    case SectionType::kTemplates:
      most_bytes = 12 + 4 * std::uint64_t{s.items} + s.detail * kRowBytes;
      too_many = (s.detail > kMaxSectionRows && s.items != 1) || s.items > std::max(1u, s.detail);
      break;
    case SectionType::kBlocks: most_bytes = s.items * (12 + kBaseBytes), too_many = s.items > kMaxSectionBlocks; break;
  }
  return too_many ? "has too many items" : s.raw_bytes > most_bytes ? "is larger than what it holds" : "";
}

/// That sections follow each other to the end and number their items without gaps.
Result<void> check_table(std::span<const Section> sections, std::uint64_t file_bytes) {
  std::uint64_t end = kHeaderBytes + sections.size() * kSectionBytes;
  std::array<std::uint64_t, 4> counted{};
  constexpr std::array kTypes = {SectionType::kDescription, SectionType::kSegments, SectionType::kTemplates,
                                 SectionType::kBlocks};
  std::size_t descriptions = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& s = sections[i];
    const std::uint64_t at = kHeaderBytes + i * kSectionBytes;
    if (s.offset != end || s.stored_bytes > file_bytes - end)
      return damaged(at, "section " + std::to_string(i) + " (" + name_of(s.type) + ") is not where it should be");
    end += s.stored_bytes;
    if (!is_known(s.type)) continue;
    std::uint64_t& count =
        counted[static_cast<std::size_t>(std::find(kTypes.begin(), kTypes.end(), s.type) - kTypes.begin())];
    if (s.first != count) return damaged(at, "section " + std::to_string(i) + " (" + name_of(s.type) + ") skips items");
    if (const std::string what = excess(s, file_bytes); !what.empty())
      return damaged(at, "section " + std::to_string(i) + " (" + name_of(s.type) + ") " + what);
    count += s.items;
    if (count > 0xffffffff) return damaged(at, "there are more items than numbers for them");
    descriptions += s.type == SectionType::kDescription;
  }
  if (end != file_bytes) return damaged(end, "there are more bytes after the last section");
  if (descriptions != 1)
    return damaged(kHeaderBytes, "there are " + std::to_string(descriptions) + " descriptions instead of one");
  return {};
}

}  // namespace

tl::unexpected<Error> damaged(std::uint64_t offset, const std::string& what) {
  return fail(
      ErrorKind::kBadFile,
      "damaged at byte " + std::to_string(offset) + ": " + what + "; copy the file again or make a new recording",
      offset);
}

std::uint64_t memory_needed(std::span<const Section> sections) {
  std::uint64_t kept = kBytesAnyway, unpacked = 0, largest = 0;
  for (const Section& s : sections) {
    if (!is_known(s.type)) continue;
    const std::uint64_t raw = std::min(s.raw_bytes, std::uint64_t{1} << 60);
    largest = std::max(largest, raw);
    unpacked = saturating_add(unpacked, raw);
    kept += std::uint64_t{s.items} * bytes_per_item(s.type);
    if (s.type == SectionType::kTemplates) kept += std::uint64_t{s.detail} * kBytesPerRow;
    if (s.type == SectionType::kDescription) kept += raw;
  }
  // Sections are unpacked one after the other: the bytes, the columns read from them, and what is made of these. That
  // the sum of them all counts too bounds the time.
  return std::max(unpacked, saturating_add(kept, 3 * largest));
}

Result<std::uint64_t> size_in_header(std::span<const std::byte> first) {
  if (auto kind = check_kind(first); !kind) return tl::unexpected(kind.error());
  ByteReader header(first.subspan(kFileBytesAt));
  const auto file_bytes = header.number<std::uint64_t>();
  ByteReader checksum(first.subspan(kHeaderChecksumAt));
  if (checksum.number<std::uint32_t>() != checksum_of(first.first(kHeaderChecksumAt)))
    return damaged(kHeaderChecksumAt, "the checksum of the header does not match");
  return file_bytes;
}

Result<Container> Container::open(std::span<const std::byte> file, std::uint64_t memory_limit) {
  const auto size = size_in_header(file);
  if (!size) return tl::unexpected(size.error());
  const std::uint64_t file_bytes = *size;
  ByteReader header(file.subspan(kFileBytesAt + sizeof file_bytes));
  const auto section_count = header.number<std::uint32_t>();
  const auto table_checksum = header.number<std::uint32_t>();
  if (file.size() < file_bytes)
    return fail(ErrorKind::kBadFile,
                "cut off at byte " + std::to_string(file.size()) + " of " + std::to_string(file_bytes) +
                    "; copy the file again or make a new recording",
                file.size());
  if (file.size() > file_bytes) return damaged(file_bytes, "the file continues past its end");
  if (section_count > kMaxSections || section_count * kSectionBytes > file_bytes - kHeaderBytes)
    return damaged(24, "it cannot have " + std::to_string(section_count) + " sections");

  const auto table = file.subspan(kHeaderBytes, section_count * kSectionBytes);
  if (checksum_of(table) != table_checksum)
    return damaged(kHeaderBytes, "the checksum of the section table does not match");
  Container container;
  container.file_ = file;
  container.sections_.reserve(section_count);
  ByteReader in(table);
  for (std::size_t i = 0; i < section_count; ++i) {
    std::uint32_t codec = 0;
    container.sections_.push_back(read_entry(in, codec));
    if (codec != kZstd && is_known(container.sections_.back().type))
      return damaged(kHeaderBytes + i * kSectionBytes + 4,
                     "section " + std::to_string(i) + " uses an unknown compression");
  }
  if (auto sound = check_table(container.sections_, file_bytes); !sound) return tl::unexpected(sound.error());
  if (const std::uint64_t needed = memory_needed(container.sections_); needed > memory_limit)
    return fail(ErrorKind::kBadFile,
                "the recording may need " + std::to_string(needed >> 20) + " MiB of memory, more than the " +
                    std::to_string(memory_limit >> 20) + " MiB allowed; record fewer blocks",
                kHeaderBytes);
  return container;
}

std::vector<Section> Container::sections(SectionType type) const {
  std::vector<Section> found;
  for (const Section& s : sections_)
    if (s.type == type) found.push_back(s);
  return found;
}

std::uint32_t Container::count(SectionType type) const {
  std::uint32_t items = 0;
  for (const Section& s : sections_) items += s.type == type ? s.items : 0;
  return items;
}

std::uint64_t Container::offset_of(SectionType type, std::uint64_t item) const {
  for (const Section& s : sections_)
    if (s.type == type && item >= s.first && (item - s.first < s.items || type == SectionType::kDescription))
      return s.offset;
  return kHeaderBytes;
}

Result<std::vector<std::byte>> Container::unpack(const Section& section) const {
  const auto stored = file_.subspan(section.offset, section.stored_bytes);
  const auto broken = [&](const std::string& what) {
    return damaged(section.offset, what + " section " + name_of(section.type));
  };
  if (checksum_of(stored) != section.checksum) return broken("the checksum does not match in");
  if (ZSTD_getFrameContentSize(stored.data(), stored.size()) != section.raw_bytes ||
      ZSTD_findFrameCompressedSize(stored.data(), stored.size()) != stored.size())
    return broken("the compressed size is wrong in");
  std::vector<std::byte> raw(section.raw_bytes);
  if (ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size()) != raw.size())
    return broken("the compressed data is wrong in");
  return raw;
}

bool ContainerBuilder::add(SectionType type, std::uint32_t items, std::uint32_t detail,
                           std::span<const std::byte> raw) {
  Section section{.type = type, .raw_bytes = raw.size(), .items = items, .detail = detail};
  for (const Section& s : sections_) section.first += s.type == type ? s.items : 0;
  const std::size_t before = stored_.size();
  stored_.resize(before + ZSTD_compressBound(raw.size()));
  section.stored_bytes =
      ZSTD_compress(stored_.data() + before, stored_.size() - before, raw.data(), raw.size(), level_);
  if (ZSTD_isError(section.stored_bytes) != 0) return false;
  stored_.resize(before + section.stored_bytes);
  section.checksum = checksum_of(std::span(stored_).subspan(before));
  sections_.push_back(section);
  return true;
}

std::vector<std::byte> ContainerBuilder::finish() && {
  const std::uint64_t first = kHeaderBytes + sections_.size() * kSectionBytes;
  ByteWriter table;
  std::uint64_t offset = first;
  for (Section& section : sections_) {
    section.offset = offset;
    offset += section.stored_bytes;
    write_entry(table, section);
  }
  const std::vector<std::byte> entries = table.take();

  ByteWriter header;
  for (const unsigned char c : kMagic) header.number(c);
  header.number(kFileVersion);
  header.number(kOldestReader);
  header.number(offset);
  header.number(static_cast<std::uint32_t>(sections_.size()));
  header.number(checksum_of(entries));
  header.number(std::uint32_t{0});
  std::vector<std::byte> file = header.take();
  ByteWriter checksum;
  checksum.number(checksum_of(file));
  const std::vector<std::byte> last = checksum.take();
  file.reserve(offset);
  file.insert(file.end(), last.begin(), last.end());
  file.insert(file.end(), entries.begin(), entries.end());
  file.insert(file.end(), stored_.begin(), stored_.end());
  return file;
}

}  // namespace gemmscope::format
