// SPDX-License-Identifier: MIT
#include "tracing/runtime/fault_place.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <sstream>
#include <vector>

#include "tracing/lockstep/heap.h"
#include "tracing/ptx/readable_names.h"

namespace gemmscope::runtime {
namespace {

using lockstep::Allocation;

constexpr std::uint64_t kNear = 1 << 20;  // bytes

std::string in_digits(std::uint64_t n) { return std::to_string(n); }

/// "2,293,812,224"
std::string thousands(std::int64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3 + (n < 0 ? 1u : 0u);) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string name_of(const Allocation& array, const FaultScene& scene) {
  if (scene.launch.heap != nullptr && scene.launch.heap->holds(array.address)) return "the device heap";
  const std::string known = scene.name_of ? scene.name_of(array) : "";
  return known.empty() ? "allocation " + in_digits(array.id) : known;
}

/// The nearest allocations below and above an address.
struct Neighbours {
  const Allocation *below = nullptr, *above = nullptr;
  std::uint64_t behind = kNear, before = kNear;  ///< bytes from the end of the one, and to the begin of the other
};
Neighbours neighbours_of(std::uint64_t address, const lockstep::Allocations& allocations) {
  const auto all = allocations.all();
  const auto after = std::ranges::upper_bound(all, address, {}, &Allocation::address);
  Neighbours near;
  if (after != all.begin()) {
    near.below = &*std::prev(after);
    const std::uint64_t byte = address - near.below->address;
    near.behind = byte < near.below->bytes ? 0 : byte - near.below->bytes;
  }
  if (after != all.end()) near.above = &*after, near.before = after->address - address;
  return near;
}

/// The only array that the code computes the address from. Null: there are several, or it is unknown.
const Allocation* array_of(const AddressOrigin& origin, const lockstep::Allocations& allocations) {
  const Allocation* found = nullptr;
  for (const AddressOrigin::Pointer& pointer : origin.pointers) {
    const Allocation* const array = allocations.find(pointer.value);
    if (array == nullptr) continue;
    if (found != nullptr && found != array) return nullptr;
    found = array;
  }
  return origin.others ? nullptr : found;
}

/// Which part of the host's memory is there, if no allocation has the address: "the stack of the program". Empty:
/// nothing that belongs to the program.
std::string host_memory(std::uint64_t address, const lockstep::Allocations& allocations) {
  for (const Allocation& a : allocations.all())  // its notes are stored behind it
    if (a.written != nullptr && address - reinterpret_cast<std::uint64_t>(a.written) < a.bytes) return "";
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream in(line);
    std::uint64_t begin = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device, inode, path;
    in >> std::hex >> begin >> dash >> end >> rights >> offset >> device >> inode >> path;
    if (!in && path.empty() && rights.empty()) continue;
    if (address < begin || end <= address || rights[0] != 'r') continue;
    return path == "[stack]"                  ? "the stack of the host's program"
           : path == "[heap]" || path.empty() ? "memory that the host's program has allocated"
           : path[0] == '/'                   ? "a variable or constant of the host's program"
                                              : "";
  }
  return "";
}

/// "f", "f+8", as arrays are called.
std::string name_of(const AddressOrigin::Pointer& pointer, const FaultScene& scene) {
  return pointer.parameter ? scene.arguments->name(*pointer.parameter, pointer.offset) : "a variable";
}

/// Where the address is, if it is in host memory; `text` and `cause` of the place.
bool is_on_host(const lockstep::Fault& fault, const AddressOrigin& origin, const FaultScene& scene, FaultPlace& place) {
  const std::string memory = host_memory(fault.address, scene.allocations);
  if (memory.empty()) return false;
  place.array = place.text = "at an address in host memory (" + memory + ")";
  const bool is_lambda = ptx::short_name(scene.program.name).find("lambda") != std::string::npos;
  for (const AddressOrigin::Pointer& pointer : origin.pointers)
    if (pointer.parameter && !host_memory(pointer.value, scene.allocations).empty())
      place.cause = name_of(pointer, scene) +
                    (is_lambda ? ", a pointer that the lambda captures (perhaps `this`)," : "") +
                    " leads to host memory, and kernels can use only what CUDA has allocated";
  return true;
}

/// Why the index leads there.
std::string why_there(const lockstep::Fault& fault, const AddressOrigin& origin, const Allocation* array,
                      const FaultScene& scene) {
  if (origin.unwritten) {
    const Allocation* const from = scene.allocations.find(*origin.unwritten);
    return "its index is computed from unwritten memory, at byte " + in_digits(*origin.unwritten - from->address) +
           " of " + name_of(*from, scene);
  }
  if (origin.wrapped && origin.wrapped->meant < 0 &&
      origin.wrapped->became == static_cast<std::int64_t>(origin.wrapped->meant & 0xffffffff))
    return "its index is below zero: without a sign, " + thousands(origin.wrapped->meant) + " is " +
           thousands(origin.wrapped->became);
  if (origin.wrapped)
    return "its index wrapped at 32 bits: " + thousands(origin.wrapped->meant) + " became " +
           thousands(origin.wrapped->became);
  if (array == nullptr || origin.is_certain) return "";
  for (const std::uint64_t element : {1, 2, 4, 8, 16, 32, 64})
    if (array->holds(fault.address + (element << 32)))
      return "its index may have wrapped at 32 bits: " + thousands(std::int64_t{1} << 32) + " elements of " +
             count_of_bytes(element) + " further on is in the array";
  return "";
}

/// Before or beyond the array.
void tell_distance(const lockstep::Fault& fault, const Allocation& array, const FaultScene& scene, FaultPlace& place) {
  place.of = &array;
  if (fault.address < array.address) {
    place.array = "before " + name_of(array, scene);
    place.text = bytes_in_words(array.address - fault.address) + " " + place.array;
  } else {
    const std::uint64_t byte = fault.address - array.address;
    place.array = "beyond the end of " + name_of(array, scene) + " (" + count_of_bytes(array.bytes) + ")";
    place.text = place.array + ", at byte " + in_digits(byte);
  }
}

}  // namespace

std::string count_of_bytes(std::uint64_t bytes) { return in_digits(bytes) + (bytes == 1 ? " byte" : " bytes"); }

std::string bytes_in_words(std::uint64_t bytes) {
  if (bytes < 1'000'000) return count_of_bytes(bytes);
  const auto scaled = [&](double unit, const char* name) {
    std::array<char, 32> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%.1f %s", static_cast<double>(bytes) / unit, name));
    return std::string(text.data());
  };
  return bytes < 1'000'000'000 ? scaled(1e6, "MB") : scaled(1e9, "GB");
}

FaultPlace place_of(const lockstep::Fault& fault, const FaultScene& scene) {
  const std::uint64_t address = fault.address;
  const Neighbours near = neighbours_of(address, scene.allocations);
  FaultPlace place;
  if (near.below != nullptr && near.behind == 0 && near.below->holds(address)) {  // a copy that goes on beyond its end
    place.text = "from byte " + in_digits(address - near.below->address) + " of " + name_of(*near.below, scene) +
                 ", which has " + in_digits(near.below->bytes);
    place.array = "beyond the end of " + name_of(*near.below, scene);
    place.of = near.below;
    return place;
  }
  if (const Allocation* const freed = scene.allocations.removed(address); freed != nullptr) {
    place.text =
        "at byte " + in_digits(address - freed->address) + " of " + name_of(*freed, scene) + ", which was freed";
    place.array = name_of(*freed, scene) + ", which was freed";
    return place;
  }
  if (fault.of_another_thread) {
    place.array = place.text = "in the local memory of another thread";
    return place;
  }
  AddressOrigin origin{.others = true};
  if (scene.arguments != nullptr) origin = origin_of(fault, *scene.arguments, scene.variables, scene.allocations);
  const Allocation* const by_code = array_of(origin, scene.allocations);
  const bool is_near = std::min(near.behind, near.before) < kNear;
  // The nearer of the two: `in[i - 1]` is before `in`, whatever is below.
  const Allocation* const nearest = near.behind < near.before ? near.below : near.above;
  if (by_code == nullptr && !is_near && is_on_host(fault, origin, scene, place)) return place;
  if (by_code != nullptr || is_near) {
    tell_distance(fault, by_code != nullptr ? *by_code : *nearest, scene, place);
    place.cause = why_there(fault, origin, by_code, scene);
  } else if (address < kNear) {
    place.text = "at address " + in_digits(address) + ", which is a null pointer or close to it", place.array = "null";
  } else {
    place.text = "where nothing is allocated", place.array = "nothing";
    place.cause = why_there(fault, origin, nullptr, scene);
  }
  return place;
}

const Allocation* meant_array(const lockstep::Fault& fault, const FaultScene& scene) {
  if (fault.space != lockstep::Space::kGlobal || scene.arguments == nullptr) return nullptr;
  return place_of(fault, scene).of;
}

namespace {

/// How many bytes rows are apart, if lanes go along one in aligned steps and then to another. 0: they do not.
std::uint64_t bytes_between_rows(const lockstep::Fault& fault) {
  std::vector<std::uint64_t> at;
  for (lockstep::Mask left = fault.lanes; left != 0; left &= left - 1)
    at.push_back(fault.addresses[static_cast<std::size_t>(std::countr_zero(left))]);
  if (at.size() < 3 || at[1] <= at[0] || (at[1] - at[0]) % fault.align != 0) return 0;
  for (std::size_t i = 2; i < at.size(); ++i)
    if (at[i] - at[i - 1] != at[1] - at[0]) return at[i] > at[0] ? at[i] - at[0] : 0;
  return 0;
}

}  // namespace

std::string why_misaligned(const lockstep::Fault& fault, std::uint64_t byte) {
  if (fault.lanes == 0 || fault.align == 0) return "";
  if (const std::uint64_t rows = bytes_between_rows(fault); rows % fault.align != 0)
    return "the lanes' rows are " + count_of_bytes(rows) + " apart, which is not a multiple of " +
           in_digits(fault.align);
  std::uint64_t apart = 0;  // the largest number of bytes of which all lanes' distances are multiples
  const auto first = static_cast<std::size_t>(std::countr_zero(fault.lanes));
  for (lockstep::Mask left = fault.lanes & (fault.lanes - 1); left != 0; left &= left - 1) {
    const std::uint64_t at = fault.addresses[static_cast<std::size_t>(std::countr_zero(left))];
    apart = std::gcd(apart, at > fault.addresses[first] ? at - fault.addresses[first] : fault.addresses[first] - at);
  }
  if (apart == 0) return "";
  if (apart % fault.align != 0)
    return "the lanes' addresses are " + count_of_bytes(apart) + " apart, or multiples of that";
  return "the addresses of all lanes are " + count_of_bytes(byte % fault.align) + " beyond a multiple of " +
         in_digits(fault.align);
}

}  // namespace gemmscope::runtime
