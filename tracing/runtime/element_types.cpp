// SPDX-License-Identifier: MIT
#include "tracing/runtime/element_types.h"

#include <algorithm>

namespace gemmscope::runtime {

void MovedBytes::add(std::uint32_t bytes, bool copies, bool stores) {
  add({bytes, copies ? 0 : bytes, stores && !copies ? bytes : 0});
}

void MovedBytes::add(const MovedBytes& other) {
  const auto smaller = [](std::uint32_t a, std::uint32_t b) { return a == 0 || b == 0 ? a + b : std::min(a, b); };
  least = smaller(least, other.least), most = std::max(most, other.most), stored = smaller(stored, other.stored);
}

std::uint32_t element_bytes_of(const MovedBytes& moved, std::optional<std::uint32_t> said,
                               std::optional<std::uint32_t> align) {
  if (said && (*said > 1 || moved.least <= 1)) return *said;
  if (moved.least == 0) return 1;
  if (align && *align <= 8 && *align >= moved.least) return std::min(std::max(moved.most, moved.least), *align);
  if (moved.stored != 0) return moved.stored;
  return std::max(1u, moved.least == 1 ? moved.most : moved.least);
}

namespace {

bool are_alike(const std::vector<cxx::Token>& a, const std::vector<cxx::Token>& b) {
  return std::ranges::equal(a, b, {}, &cxx::Token::text, &cxx::Token::text);
}

/// Their values, whose product is `elements`; empty: they cannot be known.
std::vector<std::uint32_t> extents_of(const std::vector<std::vector<cxx::Token>>& written,
                                      const cxx::Constants& constants, std::uint64_t elements) {
  std::vector<std::uint32_t> extents;
  std::vector<std::size_t> unknown;
  std::uint64_t product = 1;
  for (const std::vector<cxx::Token>& text : written) {
    const std::int64_t known = constants.value(std::span(text)).value_or(0);
    const std::uint32_t value = known > 0 && known <= 0xffffffff ? static_cast<std::uint32_t>(known) : 0;
    if (value == 0) unknown.push_back(extents.size());
    extents.push_back(value);
    product *= std::max(1u, value);
    if (product > elements) return {};
  }
  if (unknown.empty()) return product == elements ? extents : std::vector<std::uint32_t>();
  if (elements % product != 0) return {};
  const auto rest = static_cast<std::uint32_t>(elements / product);
  if (unknown.size() == 1) return extents[unknown[0]] = rest, extents;
  std::uint32_t root = 1;
  while (root < rest / root) ++root;
  const bool alike = unknown.size() == 2 && are_alike(written[unknown[0]], written[unknown[1]]) && root * root == rest;
  if (!alike) return {};
  for (const std::size_t each : unknown) extents[each] = root;
  return extents;
}

DeclaredArray array_of_size(const KernelText& text, const cxx::Declared& declared, std::uint64_t bytes) {
  DeclaredArray its{text.bytes_of_number(declared.type), {}};
  const auto number = cxx::number_type(cxx::resolved(text.declarations(), declared.type));
  std::uint32_t element = its.element_bytes.value_or(0);
  if (!cxx::is_address(declared.type)) element = number ? number->size() : text.layout_of(declared.type).bytes;
  if (element != 0 && bytes % element == 0)
    its.extents = extents_of(declared.extents, text.constants(), bytes / element);
  if (!its.extents.empty() && its.element_bytes) its.extents.back() *= element / *its.element_bytes;  // float4
  return its;
}

}  // namespace

std::optional<DeclaredArray> declared_array(const KernelText& text, std::string_view name, std::uint64_t bytes) {
  std::vector<cxx::Declared> all = text.declarations().shared(name);
  const auto is_own = [&](const cxx::Declared& each) {
    return text.kernel() != nullptr && each.line != 0 && text.kernel()->first_line <= each.line &&
           each.line <= text.kernel()->last_line;
  };
  if (std::ranges::any_of(all, is_own)) std::erase_if(all, [&](const cxx::Declared& each) { return !is_own(each); });
  std::optional<DeclaredArray> found;
  for (const cxx::Declared& each : all) {
    const DeclaredArray its = array_of_size(text, each, bytes);
    if (found && (found->element_bytes != its.element_bytes || found->extents != its.extents)) {
      if (its.extents.empty()) continue;  // of another size
      if (!found->extents.empty()) return std::nullopt;
    }
    if (!found || found->extents.empty()) found = its;
  }
  return found;
}

std::optional<DeclaredArray> declared_variable(const KernelText& text, std::string_view name, std::uint64_t bytes) {
  const auto variable = text.variable(name);
  return variable ? std::optional(array_of_size(text, *variable, bytes)) : std::nullopt;
}

}  // namespace gemmscope::runtime
