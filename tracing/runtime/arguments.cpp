// SPDX-License-Identifier: MIT
#include "tracing/runtime/arguments.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gemmscope::runtime {
namespace {

/// Without a type in C++: PTX says how large the number is, and u64 may be an address.
std::string number_of_ptx(const ptx::Variable& parameter, std::uint64_t bits) {
  switch (parameter.is_array || parameter.is_pointer ? ptx::Type::kNone : parameter.type) {
    case ptx::Type::kU32:
    case ptx::Type::kS32:
    case ptx::Type::kB32: return number_text("int", bits);
    case ptx::Type::kF32: return number_text("float", bits);
    case ptx::Type::kF64: return number_text("double", bits);
    case ptx::Type::kS64: return number_text("long", bits);
    default: return "";
  }
}

}  // namespace

std::vector<std::uint64_t> addresses_among(const lockstep::Program& program, const lockstep::Launch& launch) {
  std::vector<std::uint64_t> all;
  for (const auto& place : program.parameters)
    for (std::uint32_t at = 0; at + 8 <= place.bytes; at += 8)
      std::memcpy(&all.emplace_back(), launch.arguments.data() + place.offset + at, 8);
  return all;
}

std::string number_text(const std::string& type, std::uint64_t bits) {
  const auto number = cxx::is_address(type) ? std::nullopt : cxx::number_type(type);
  if (!number || number->count != 1) return "";
  if (!number->is_whole) {
    if (number->bytes == 4) return std::to_string(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return number->bytes == 8 ? std::to_string(std::bit_cast<double>(bits)) : "";
  }
  const unsigned unused = 64 - 8 * number->bytes;
  if (!number->is_signed) return std::to_string(bits << unused >> unused);
  return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
}

std::string Arguments::name(std::size_t i) const {
  return text == nullptr ? "parameter " + std::to_string(i) : text->name(i);
}

const cxx::Member* Arguments::member_at(std::size_t i, std::uint32_t offset) const {
  if (text == nullptr) return nullptr;
  const auto found = std::ranges::find(text->members(i), offset, &cxx::Member::offset);
  return found == text->members(i).end() ? nullptr : &*found;
}

std::string Arguments::name(std::size_t i, std::uint32_t offset) const {
  if (program.parameters[i].bytes <= 8) return name(i);
  if (const cxx::Member* const member = member_at(i, offset)) return name(i) + "." + member->name;
  return name(i) + "+" + std::to_string(offset);
}

std::string Arguments::type(std::size_t i, std::uint32_t offset) const {
  if (const cxx::Member* const member = member_at(i, offset)) return member->type;
  return text == nullptr || function.parameters[i].is_array || offset != 0 ? "" : text->type(i);
}

bool Arguments::may_be_address(std::size_t i, std::uint32_t offset) const {
  const std::string its = type(i, offset);
  return its.empty() || cxx::is_address(its) || !cxx::number_type(its) || cxx::number_type(its)->size() == 8;
}

std::uint64_t Arguments::bits(std::size_t i, std::uint32_t offset) const {
  const auto& place = program.parameters[i];
  std::uint64_t bits = 0;
  std::memcpy(&bits, launch.arguments.data() + place.offset + offset,
              std::min<std::size_t>(place.bytes - offset, sizeof(bits)));
  return bits;
}

std::vector<std::pair<std::string, std::string>> Arguments::numbers() const {
  constexpr std::size_t kMostOfStructs = 64;
  std::vector<std::pair<std::string, std::string>> all;
  std::size_t of_structs = 0;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string said = function.parameters[i].is_array ? "" : type(i, 0);
    std::string value = number_text(said, bits(i));
    if (value.empty() && (said.empty() || !cxx::is_address(said)))
      value = number_of_ptx(function.parameters[i], bits(i));
    if (!value.empty()) all.emplace_back(name(i), std::move(value));
    if (text == nullptr) continue;
    for (const cxx::Member& member : text->members(i)) {
      if (member.name.find('[') != std::string::npos) continue;  // no size
      std::string its = number_text(member.type, bits(i, member.offset));
      if (!its.empty() && ++of_structs <= kMostOfStructs) all.emplace_back(name(i) + "." + member.name, std::move(its));
    }
  }
  return all;
}

}  // namespace gemmscope::runtime
