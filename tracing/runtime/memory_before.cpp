// SPDX-License-Identifier: MIT
#include "tracing/runtime/memory_before.h"

#include <algorithm>
#include <cstring>

namespace gemmscope::runtime {
namespace {

const std::byte* host(std::uint64_t address) { return reinterpret_cast<const std::byte*>(address); }

/// What PTX says of a parameter; empty: it is no number.
std::string type_of_ptx(const ptx::Variable& parameter) {
  switch (parameter.is_array || parameter.is_pointer ? ptx::Type::kNone : parameter.type) {
    case ptx::Type::kF32: return "float";
    case ptx::Type::kF64: return "double";
    case ptx::Type::kU32:
    case ptx::Type::kS32:
    case ptx::Type::kB32: return "int";
    default: return "";
  }
}

std::vector<format::KeptScalar> scalars_of(const Arguments& arguments) {
  std::vector<format::KeptScalar> all;
  const auto add = [&](std::string name, const std::string& type, std::uint64_t bits) {
    const auto number = cxx::is_address(type) ? std::nullopt : cxx::number_type(type);
    if (number && number->count == 1) all.push_back({std::move(name), cxx::bare_type(type), bits});
  };
  for (std::size_t i = 0; i < arguments.function.parameters.size(); ++i) {
    const ptx::Variable& parameter = arguments.function.parameters[i];
    const std::string said = arguments.type(i, 0);
    if (!parameter.is_array) add(arguments.name(i), said.empty() ? type_of_ptx(parameter) : said, arguments.bits(i));
    if (arguments.text == nullptr) continue;
    for (const cxx::Member& member : arguments.text->members(i))
      add(arguments.name(i) + "." + member.name, member.type, arguments.bits(i, member.offset));
  }
  return all;
}

}  // namespace

MemoryBefore::MemoryBefore(const lockstep::Allocations& all, std::span<const std::uint64_t> first) {
  for (const std::uint64_t address : first)
    if (const lockstep::Allocation* const each = all.find(address); each != nullptr) add(*each);
  for (const lockstep::Allocation& each : all.all()) add(each);
}

void MemoryBefore::add(const lockstep::Allocation& each) {
  if (copies_.contains(each.address) || each.bytes > format::kMostKeptBytes - bytes_) return;
  bytes_ += each.bytes;
  copies_.try_emplace(each.address, host(each.address), host(each.address) + each.bytes);
}

const std::byte* MemoryBefore::bytes_at(std::uint64_t address, std::uint64_t count) const {
  auto copy = copies_.upper_bound(address);
  if (copy == copies_.begin()) return nullptr;
  --copy;
  const std::uint64_t offset = address - copy->first;
  return offset + count <= copy->second.size() ? copy->second.data() + offset : nullptr;
}

format::KeptMemory MemoryBefore::kept(const Numbering& numbering, const ArrayNames& names,
                                      const Arguments& arguments) const {
  format::KeptMemory kept;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < numbering.arrays().size(); ++i) {
    const std::vector<lockstep::Allocation>& parts = numbering.arrays()[i];
    const auto offset_of = [&](const lockstep::Allocation& part) { return numbering.places().at(part.id).offset; };
    const std::uint64_t size = offset_of(parts.back()) + parts.back().bytes;
    const bool known =
        std::ranges::all_of(parts, [&](const auto& part) { return bytes_at(part.address, part.bytes) != nullptr; });
    if (!known || size > format::kMostKeptBytes - bytes) {
      kept.why_not = "the launch's arrays have more than " + std::to_string(format::kMostKeptBytes >> 20) +
                     " MiB, or were allocated while it ran";
      continue;
    }
    bytes += size;
    format::KeptArray& array = kept.arrays.emplace_back();
    array.tensor = static_cast<std::uint16_t>(i);
    if (parts.size() == 1) array.type = names.type_of(parts[0]);
    array.before.resize(size), array.after.resize(size);
    for (const lockstep::Allocation& part : parts) {
      std::memcpy(array.before.data() + offset_of(part), bytes_at(part.address, part.bytes), part.bytes);
      std::memcpy(array.after.data() + offset_of(part), host(part.address), part.bytes);
    }
    if (array.before == array.after) array.after.clear();
  }
  kept.scalars = scalars_of(arguments);
  return kept;
}

}  // namespace gemmscope::runtime
