// SPDX-License-Identifier: MIT
#include "tracing/runtime/fat_binary.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "tracing/ptx/link.h"

namespace gemmscope::runtime {
namespace {

struct Header {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  ///< behind the header
};
static_assert(sizeof(Header) == 16);
constexpr std::uint32_t kMagic = 0xba55ed50;

struct Entry {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  ///< behind the entry's header, with what fills it up
  std::uint32_t compressed_bytes, options;
  std::uint16_t minor, major;
  std::uint32_t architecture, name, name_bytes;
  std::uint64_t flags, reserved, text_bytes;  ///< text_bytes: of a compressed one
};
static_assert(sizeof(Entry) == 64);
constexpr std::uint16_t kPtx = 1;
constexpr std::uint64_t kLz4 = 0x2000, kZstd = 0x8000;
Result<std::string> text_of(const Entry& entry, std::span<const std::byte> body) {
  const auto* characters = reinterpret_cast<const char*>(body.data());
  std::string text;
  if ((entry.flags & kZstd) != 0) {
    // The frame says its size too: nothing is allocated on the word of one damaged number.
    if (entry.compressed_bytes > body.size() ||
        ZSTD_getFrameContentSize(characters, entry.compressed_bytes) != entry.text_bytes)
      return fail(ErrorKind::kBadFile, "the program's PTX is damaged: its sizes contradict each other");
    text.resize(entry.text_bytes);
    if (ZSTD_decompress(text.data(), text.size(), characters, entry.compressed_bytes) != text.size())
      return fail(ErrorKind::kBadFile, "the program's PTX is damaged: it cannot be decompressed");
  } else if ((entry.flags & kLz4) != 0) {
    constexpr std::uint64_t kMostPerByte = 255;  // of LZ4
    if (entry.compressed_bytes > body.size() || entry.text_bytes > LZ4_MAX_INPUT_SIZE ||
        entry.text_bytes / kMostPerByte > entry.compressed_bytes)
      return fail(ErrorKind::kBadFile, "the program's PTX is damaged: its sizes contradict each other");
    text.resize(entry.text_bytes);
    const int bytes = LZ4_decompress_safe(characters, text.data(), static_cast<int>(entry.compressed_bytes),
                                          static_cast<int>(text.size()));
    if (bytes < 0 || static_cast<std::size_t>(bytes) != text.size())
      return fail(ErrorKind::kBadFile, "the program's PTX is damaged: it cannot be decompressed");
  } else {
    text.assign(characters, body.size());
  }
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

/// Takes from an entry's header what tells a driver that its text is to be linked with others (nvcc -rdc=true).
void link_at_once(std::span<std::byte> header) {
  constexpr std::string_view kOption = "--compile-only";
  const auto characters = std::as_bytes(std::span(kOption));
  const auto found = std::search(header.begin(), header.end(), characters.begin(), characters.end());
  if (found != header.end()) std::fill_n(found, characters.size(), std::byte{' '});
}

Error without_ptx(const std::string& what) {
  return {ErrorKind::kUsage, "the program has machine code alone, and no PTX, which is what can be " + what +
                                 "; compile it with -arch=compute_80, or add -gencode arch=compute_80,code=compute_80"};
}

}  // namespace

std::uint64_t fat_binary_size(const std::byte* bytes) {
  Header header;
  std::memcpy(&header, bytes, sizeof(header));
  return header.magic == kMagic ? header.header_bytes + header.bytes : 0;
}

Result<std::vector<PtxImage>> ptx_of_fat_binary(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof(header) || fat_binary_size(bytes.data()) == 0)
    return fail(ErrorKind::kBadFile, "there is no fat binary of nvcc");
  std::memcpy(&header, bytes.data(), sizeof(header));
  const auto cut_off = [] { return fail(ErrorKind::kBadFile, "the program's fat binary is cut off"); };
  if (header.header_bytes < sizeof(header) || header.header_bytes > bytes.size() ||
      header.bytes > bytes.size() - header.header_bytes)
    return cut_off();
  std::span<const std::byte> rest = bytes.subspan(header.header_bytes, header.bytes);
  std::vector<PtxImage> images;
  while (!rest.empty()) {
    Entry entry;
    if (rest.size() < sizeof(entry)) return cut_off();
    std::memcpy(&entry, rest.data(), sizeof(entry));
    if (entry.header_bytes < sizeof(entry) || entry.header_bytes > rest.size() ||
        entry.bytes > rest.size() - entry.header_bytes)
      return cut_off();
    if (entry.kind == kPtx) {
      auto text = text_of(entry, rest.subspan(entry.header_bytes, entry.bytes));
      if (!text) return tl::unexpected(text.error());
      images.push_back({entry.architecture, std::move(*text)});
    }
    rest = rest.subspan(entry.header_bytes + entry.bytes);
  }
  return images;
}

std::vector<const std::byte*> fat_binaries_of(const FatBinaryWrapper& wrapper) {
  constexpr int kLinked = 2;
  std::vector<const std::byte*> all;
  if (wrapper.version == kLinked)
    for (auto* each = static_cast<const std::byte* const*>(wrapper.more); each != nullptr && *each != nullptr; ++each)
      all.push_back(*each);
  if (all.empty()) all.push_back(wrapper.data);
  return all;
}

Result<std::vector<PtxImage>> ptx_of_all(std::span<const std::byte* const> fat_binaries, const std::string& what) {
  std::vector<PtxImage> newest;
  for (const std::byte* const each : fat_binaries) {
    auto images = ptx_of_fat_binary({each, fat_binary_size(each)});
    if (!images) return images;
    if (images->empty()) return tl::unexpected(without_ptx(what));
    if (fat_binaries.size() == 1) return images;
    newest.push_back(std::move(*std::ranges::max_element(*images, {}, &PtxImage::architecture)));
  }
  std::vector<std::string> texts;
  for (PtxImage& each : newest) texts.push_back(std::move(each.text));
  auto linked = ptx::link(std::move(texts));
  if (!linked) return tl::unexpected(linked.error());
  return std::vector{
      PtxImage{std::ranges::max_element(newest, {}, &PtxImage::architecture)->architecture, std::move(*linked)}};
}

std::vector<std::byte> fat_binary_with(std::span<const std::byte> bytes, std::span<const std::string> texts) {
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  std::vector<std::byte> made(bytes.begin(), bytes.begin() + header.header_bytes);
  const std::byte* at = bytes.data() + header.header_bytes;
  for (std::size_t i = 0; i < texts.size();) {
    Entry entry;
    std::memcpy(&entry, at, sizeof(entry));
    const std::byte* const next = at + entry.header_bytes + entry.bytes;
    if (entry.kind == kPtx) {
      const std::string& text = texts[i++];
      const std::size_t begin = made.size();
      made.insert(made.end(), at, at + entry.header_bytes);
      link_at_once(std::span(made).subspan(begin));
      const auto characters = std::as_bytes(std::span(text));
      made.insert(made.end(), characters.begin(), characters.end());
      made.resize((made.size() + 1 + 7) / 8 * 8);  // a zero behind the text, and what aligns the next entry
      entry.bytes = made.size() - begin - entry.header_bytes;
      entry.compressed_bytes = 0, entry.flags &= ~(kLz4 | kZstd), entry.text_bytes = 0;
      std::memcpy(made.data() + begin, &entry, sizeof(entry));
    }
    at = next;
  }
  header.bytes = made.size() - header.header_bytes;
  std::memcpy(made.data(), &header, sizeof(header));
  return made;
}

}  // namespace gemmscope::runtime
