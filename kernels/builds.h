// SPDX-License-Identifier: MIT
/// @file builds.h
/// What is compiled of a kernel, stated once for the emulator and the GPU.
///
/// kernels/builds/NN_name.h has, next to the kernel's text, a struct NameBuilds with
///
///   Element                  of A, B and C: float or Half
///   kPresets                 how many tiles there are
///   Tile<i>                  preset i as a type
///   TileOf<sizes...>         any tile as a type, by the sizes that presets give: what is compiled on demand; absent
///                            where the sizes are fixed
///   AnyLayout                takes padding and everything else as arguments: the traced builds, and plain ones at edges
///   FixedLayouts<Tile>       Types of layouts that plain builds on the GPU have as constants: those that are measured
///   HostLayouts<Tile>        Types of layouts that make the emulator faster as constants
///   kernel<Tile, Layout, Mem, Edges>    the kernel itself
///
/// A kernel's text needs the keywords of CUDA or of the emulator, so only files that compile it include its builds.
/// Others name the struct (below; for broken kernels, broken/all.h) and leave the rest to templates instantiated there.
#pragma once

namespace gemmscope::kernels {

template <class...>
struct Types {};

template <int i, class First, class... Rest>
struct TypeAt : TypeAt<i - 1, Rest...> {};
template <class First, class... Rest>
struct TypeAt<0, First, Rest...> {
  using Type = First;
};

/// The builds of a kernel for a few tiles, with every layout as arguments: those of deliberately broken kernels.
/// They run guarded at any size (Plan::has_edges), so no other builds are needed.
template <class Builds, class... Tiles>
struct BuildsOfTiles : Builds {
  static constexpr bool kOnlyGuarded = true;
  static constexpr int kPresets = sizeof...(Tiles);
  template <int i>
  using Tile = typename TypeAt<i, Tiles...>::Type;
  template <class>
  using FixedLayouts = Types<>;
  template <class>
  using HostLayouts = Types<>;
};

template <class Builds>
concept OnlyGuarded = requires { requires Builds::kOnlyGuarded; };

struct NaiveBuilds;
struct CoalescedBuilds;
struct SharedTileBuilds;
struct BlockTileBuilds;
struct VectorizedBuilds;
struct WarpTileBuilds;
struct Sgemm64Builds;
struct HalfPaddedBuilds;

}  // namespace gemmscope::kernels
