// SPDX-License-Identifier: MIT
/// @file bind_build.h
/// Compiles the builds of one kernel for the emulator. Included after cuda_words.h and the kernel's builds, by files
/// that CMakeLists.txt writes, one for each kernel, and by those that are compiled on demand.
#pragma once

#include <utility>

#include "kernels/builds.h"
#include "tracing/simt/bound_body.h"
#include "tracing/simt/traced_memory.h"

namespace gemmscope::simt {

/// What one CUDA thread is called with; the layout is worked out once, not by each thread.
template <class Layout>
struct Bound {
  kernels::GemmArguments arguments;
  Layout layout;
};

template <class Builds, class Tile, class Layout, class Mem, bool Edges>
void run_thread(const void* bound) {
  using Element = typename Builds::Element;
  const auto& [a, layout] = *static_cast<const Bound<Layout>*>(bound);
  Builds::template kernel<Tile, Layout, Mem, Edges>(a.M, a.N, a.K, a.alpha, static_cast<const Element*>(a.A),
                                                    static_cast<const Element*>(a.B), a.beta,
                                                    static_cast<Element*>(a.C), layout, {});
}

template <class Builds, class Tile, class Layout, class Mem, bool Edges>
BoundBody bind_form(const kernels::GemmArguments& a) {
  return {&run_thread<Builds, Tile, Layout, Mem, Edges>,
          std::make_shared<const Bound<Layout>>(Bound<Layout>{a, Layout(*a.variant)})};
}

/// Inside the matrices: the first of the fixed layouts that serves the variant, or else the one for any.
template <class Builds, class Tile, class Mem, class... Fixed>
BoundBody bind_inside(const kernels::GemmArguments& a, kernels::Types<Fixed...>) {
  BoundBody found;
  (void)((Fixed::is(*a.variant) && (found = bind_form<Builds, Tile, Fixed, Mem, false>(a), true)) || ...);
  return found.run != nullptr ? found : bind_form<Builds, Tile, typename Builds::AnyLayout, Mem, false>(a);
}

template <class Builds, class Tile, class Mem>
BoundBody bind_tile(const kernels::GemmArguments& a, bool edges) {
  if constexpr (!kernels::OnlyGuarded<Builds>)
    if (!edges) return bind_inside<Builds, Tile, Mem>(a, typename Builds::template HostLayouts<Tile>{});
  return bind_form<Builds, Tile, typename Builds::AnyLayout, Mem, true>(a);
}

template <class Builds, class Mem, int... i>
BoundBody bind_preset(const kernels::GemmArguments& a, bool edges, std::integer_sequence<int, i...>) {
  static constexpr Bind presets[] = {&bind_tile<Builds, typename Builds::template Tile<i>, Mem>...};
  return presets[a.variant->build()](a, edges);
}

template <class Builds>
BoundBody bind_traced(const kernels::GemmArguments& a, bool edges) {
  return bind_preset<Builds, TracedMemory>(a, edges, std::make_integer_sequence<int, Builds::kPresets>());
}
template <class Builds>
BoundBody bind_plain(const kernels::GemmArguments& a, bool edges) {
  return bind_preset<Builds, kernels::PlainMemory>(a, edges, std::make_integer_sequence<int, Builds::kPresets>());
}

}  // namespace gemmscope::simt
