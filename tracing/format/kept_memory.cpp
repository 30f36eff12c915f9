// SPDX-License-Identifier: MIT
#include "tracing/format/kept_memory.h"

#include <cstring>
#include <span>
#include <string_view>

#include "tracing/format/atomic_file.h"
#include "tracing/format/input_file.h"

namespace gemmscope::format {
namespace {

constexpr std::string_view kBegin = "gemmscope memory 1\n";
constexpr std::size_t kMostFileBytes = 2 * kMostKeptBytes + (std::size_t{64} << 20);
constexpr std::uint64_t kMostItems = 1 << 16;

class KeptWriter {
 public:
  void add(std::uint64_t number) { add(std::as_bytes(std::span(&number, 1))); }
  void add(std::span<const std::byte> bytes) { all.insert(all.end(), bytes.begin(), bytes.end()); }
  void add_counted(std::span<const std::byte> bytes) { add(bytes.size()), add(bytes); }
  void add_counted(const std::string& text) { add_counted(std::as_bytes(std::span(text))); }
  std::vector<std::byte> all;
};

/// Reads zeros once there is too little left; then `failed`.
class KeptReader {
 public:
  explicit KeptReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto from = take(sizeof value);
    if (!from.empty()) std::memcpy(&value, from.data(), sizeof value);
    return value;
  }
  std::uint64_t count() {
    const std::uint64_t items = number();
    failed = failed || items > kMostItems;
    return failed ? 0 : items;
  }
  std::vector<std::byte> bytes() {
    const auto from = take(number());
    return {from.begin(), from.end()};
  }
  std::string text() {
    const auto from = take(number());
    std::string text(from.size(), ' ');
    if (!from.empty()) std::memcpy(text.data(), from.data(), from.size());
    return text;
  }
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  bool failed = false;

 private:
  std::span<const std::byte> take(std::uint64_t count) {
    failed = failed || count > rest_.size();
    if (failed) return {};
    const auto from = rest_.first(count);
    rest_ = rest_.subspan(count);
    return from;
  }
  std::span<const std::byte> rest_;
};

}  // namespace

std::filesystem::path kept_beside(std::filesystem::path recording) { return recording.replace_extension(".memory"); }

Result<void> write_kept(const KeptMemory& memory, const std::filesystem::path& file) {
  KeptWriter to;
  to.add(std::as_bytes(std::span(kBegin)));
  to.add(memory.arrays.size());
  for (const KeptArray& array : memory.arrays) {
    to.add(array.tensor);
    to.add_counted(array.type), to.add_counted(array.before), to.add_counted(array.after);
  }
  to.add(memory.scalars.size());
  for (const KeptScalar& scalar : memory.scalars) {
    to.add_counted(scalar.name), to.add_counted(scalar.type);
    to.add(scalar.bits);
  }
  to.add_counted(memory.why_not);
  return replace_file(file, to.all);
}

Result<KeptMemory> read_kept(const std::filesystem::path& file) {
  auto input = InputFile::open(file);
  if (!input) return tl::unexpected(input.error());
  std::vector<std::byte> bytes;
  if (auto done = input->read_up_to(kMostFileBytes, bytes); !done) return tl::unexpected(done.error());
  KeptMemory memory;
  const bool begins = bytes.size() >= kBegin.size() && std::memcmp(bytes.data(), kBegin.data(), kBegin.size()) == 0;
  const std::span<const std::byte> all = bytes;
  KeptReader from(all.subspan(begins ? kBegin.size() : all.size()));
  for (std::uint64_t n = from.count(); n-- > 0 && !from.failed;) {
    KeptArray& array = memory.arrays.emplace_back();
    array.tensor = static_cast<std::uint16_t>(from.number());
    array.type = from.text(), array.before = from.bytes(), array.after = from.bytes();
    from.failed = from.failed || (!array.after.empty() && array.after.size() != array.before.size());
  }
  for (std::uint64_t n = from.count(); n-- > 0 && !from.failed;) {
    KeptScalar& scalar = memory.scalars.emplace_back();
    scalar.name = from.text(), scalar.type = from.text(), scalar.bits = from.number();
  }
  memory.why_not = from.text();
  if (!begins || from.failed || !from.is_at_end())
    return fail(ErrorKind::kBadFile, file.string() + ": is no complete file of memory that a launch has used");
  return memory;
}

}  // namespace gemmscope::format
