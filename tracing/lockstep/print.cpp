// SPDX-License-Identifier: MIT
// printf() and assert() of a kernel. CUDA C++ Programming Guide, "Formatted Output" and "Assertion".
#include <cstdio>
#include <cstring>
#include <optional>

#include "tracing/lockstep/undefined.h"

namespace gemmscope::lockstep {
namespace {

/// What a lane has in memory, at generic addresses.
class Lane {
 public:
  Lane(Block& block, const Warp& warp, int lane, const Instruction& instruction)
      : block_(block), warp_(warp), lane_(lane), statement_(block.statement_of(instruction)) {}

  /// Zeros if no memory is there, which is a fault.
  void read(std::uint64_t address, void* to, std::size_t bytes) {
    const Space space = space_of(block_, warp_, lane_, address);
    if (space == Space::kShared) address -= reinterpret_cast<std::uint64_t>(block_.shared.data());
    if (space == Space::kLocal) address -= reinterpret_cast<std::uint64_t>(block_.local_of(warp_, lane_));
    std::memset(to, 0, bytes);
    if (space == Space::kLocal && block_.undefined != nullptr)
      block_.undefined->prints(warp_, statement_, lane_, address, bytes);
    if (is_sound(block_, warp_, lane_, statement_, space, address, bytes, 1))
      std::memcpy(to, host_address(block_, warp_, space, lane_, address), bytes);
  }
  std::string text(std::uint64_t address) {
    std::string text;
    if (address == 0) return "(null)";
    for (char c = 1;; ++address) {
      read(address, &c, 1);
      if (c == 0) return text;
      text += c;
    }
  }

 private:
  Block& block_;
  const Warp& warp_;
  int lane_;
  std::uint32_t statement_;
};

/// The n-th argument of the call.
template <class T>
T argument(Block& block, const Warp& warp, int lane, const Call& call, std::size_t n) {
  T value;
  std::memcpy(&value, block.frame_of(warp, lane) + call.arguments[n].offset, sizeof(value));
  return value;
}

/// The values behind the format: one after the other, each at a multiple of its size.
class Values {
 public:
  Values(Lane& lane, std::uint64_t address) : lane_(lane), at_(address) {}
  template <class T>
  T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    lane_.read(at_, &value, sizeof(value));
    at_ += sizeof(T), ++count;
    return value;
  }
  int count = 0;

 private:
  Lane& lane_;
  std::uint64_t at_;
};

/// One conversion, "%-8.3lld".
struct Conversion {
  std::string start = "%";  ///< flags, width and precision
  std::string length;
  char type = 0;
};

/// A width or precision as a number of at most five digits; of more no line is made.
std::string number_at(const std::string& format, std::size_t& at, Values& values) {
  std::string digits;
  if (at < format.size() && format[at] == '*') return ++at, std::to_string(values.next<int>() % 100'000);
  while (at < format.size() && format[at] >= '0' && format[at] <= '9') digits += format[at++];
  return digits.substr(0, 5);
}

Conversion conversion_at(const std::string& format, std::size_t& at, Values& values) {
  Conversion c;
  const auto is_one_of = [&](const char* all) { return at < format.size() && std::strchr(all, format[at]) != nullptr; };
  while (is_one_of("-+ #0")) c.start += format[at++];
  c.start += number_at(format, at, values);
  if (is_one_of(".")) {
    const std::string precision = number_at(format, ++at, values);
    if (!precision.starts_with('-')) c.start += "." + precision;
  }
  while (is_one_of("hlLqjzt")) c.length += format[at++];
  if (at < format.size()) c.type = format[at++];
  return c;
}

template <class T>
std::string formatted(const std::string& format, T value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(static_cast<std::size_t>(std::max(size, 0)) + 1, 0);
  std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
  text.pop_back();
  return text;
}

std::string converted(const Conversion& c, Lane& lane, Values& values) {
  const bool is_wide = !c.length.empty() && c.length[0] != 'h' && c.length[0] != 'L';
  switch (c.type) {
    case '%': return "%";
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      if (is_wide) return formatted(c.start + "ll" + c.type, values.next<long long>());
      return formatted(c.start + c.length + c.type, values.next<int>());
    case 'c': return formatted(c.start + c.type, values.next<int>());
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return formatted(c.start + c.type, values.next<double>());
    case 'p': return formatted(c.start + c.type, values.next<void*>());
    case 's': return formatted(c.start + c.type, lane.text(values.next<std::uint64_t>()).c_str());
    case 'n': return static_cast<void>(values.next<std::uint64_t>()), "";
    default: return c.start + c.length + (c.type == 0 ? "" : std::string(1, c.type));
  }
}

}  // namespace

void do_print(Block& block, Warp& warp, const Instruction& instruction, Mask active) {
  const Call& call = block.program.calls[instruction.index];
  for_lanes(active, [&](int l) {
    Lane lane(block, warp, l, instruction);
    Values values(lane, argument<std::uint64_t>(block, warp, l, call, 1));
    const auto at_format = argument<std::uint64_t>(block, warp, l, call, 0);
    const std::string format = at_format == 0 ? "" : lane.text(at_format);
    std::string text;
    for (std::size_t at = 0; at < format.size();)
      if (format[at] == '%')
        text += converted(conversion_at(format, ++at, values), lane, values);
      else
        text += format[at++];
    if (block.printed != nullptr) *block.printed += text;
    const int result = at_format == 0 ? -1 : values.count;
    if (!call.results.empty()) std::memcpy(block.frame_of(warp, l) + call.results[0].offset, &result, sizeof(result));
  });
}

void do_assert(Block& block, Warp& warp, const Instruction& instruction, Mask active) {
  const Call& call = block.program.calls[instruction.index];
  const auto triple = [](std::uint64_t n, const std::array<std::uint32_t, 3>& size) {
    return "[" + std::to_string(n % size[0]) + "," + std::to_string(n / size[0] % size[1]) + "," +
           std::to_string(n / size[0] / size[1]) + "]";
  };
  std::string text;
  for_lanes(active, [&](int l) {
    Lane lane(block, warp, l, instruction);
    const auto text_of = [&](std::size_t n) { return lane.text(argument<std::uint64_t>(block, warp, l, call, n)); };
    text += text_of(1) + ":" + std::to_string(argument<std::uint32_t>(block, warp, l, call, 2)) + ": " + text_of(3) +
            ": block: " + triple(block.number, block.launch.grid) +
            ", thread: " + triple(warp.number * kLanes + static_cast<std::uint32_t>(l), block.launch.block) +
            " Assertion `" + text_of(0) + "` failed.\n";
  });
  Fault fault{.kind = FaultKind::kAssert, .block = block.number, .warp = warp.number};
  fault.lane = static_cast<std::uint32_t>(std::countr_zero(active));
  fault.statement = block.statement_of(instruction), fault.text = std::move(text);
  fault.count = static_cast<std::uint64_t>(std::popcount(active));
  block.fault(std::move(fault));
}

}  // namespace gemmscope::lockstep
