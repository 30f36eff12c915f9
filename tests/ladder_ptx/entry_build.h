// SPDX-License-Identifier: MIT
/// @file entry_build.h
/// The entry of a variant, from the types of its kernel's builds. Included after them.
#pragma once

#include <algorithm>
#include <cstring>
#include <typeinfo>
#include <utility>

#include "kernels/builds.h"
#include "tests/ladder_ptx/entries.h"

namespace gemmscope::ladder {

template <class Tile, class Layout>
Entry entry(const kernels::Variant& variant, Form form) {
  const std::string kernel(variant.kernel->name);
  const Layout layout(variant);
  std::vector<std::byte> bytes(sizeof layout);
  if constexpr (!std::is_empty_v<Layout>) std::memcpy(bytes.data(), &layout, sizeof layout);
  return {.file = kernel + "_" + std::to_string(variant.build()) +
                  (form == Form::kOptimised ? "_optimised.ptx" : "_written.ptx"),
          .name = "gemmscope::kernels::" + kernel + "<" + entry_name(std::string("_Z") + typeid(Tile).name()) + "," +
                  entry_name(std::string("_Z") + typeid(Layout).name()) + ",gemmscope::kernels::PlainMemory," +
                  (form == Form::kGuarded ? "true" : "false") + ">",
          .layout = std::move(bytes)};
}

template <class Tile, class... Fixed>
std::optional<Entry> fixed_entry(const kernels::Variant& variant, kernels::Types<Fixed...>) {
  std::optional<Entry> found;
  (void)((Fixed::is(variant) && (found = entry<Tile, Fixed>(variant, Form::kOptimised), true)) || ...);
  return found;
}

template <class Builds, int preset>
std::optional<Entry> entry_of_preset(const kernels::Variant& variant, Form form) {
  using Tile = typename Builds::template Tile<preset>;
  if (form == Form::kOptimised) return fixed_entry<Tile>(variant, typename Builds::template FixedLayouts<Tile>{});
  return entry<Tile, typename Builds::AnyLayout>(variant, form);
}

template <class Builds, int... i>
std::optional<Entry> entry_of_builds(const kernels::Variant& variant, Form form, std::integer_sequence<int, i...>) {
  static constexpr std::optional<Entry> (*presets[])(const kernels::Variant&, Form) = {&entry_of_preset<Builds, i>...};
  return presets[variant.build()](variant, form);
}

}  // namespace gemmscope::ladder
