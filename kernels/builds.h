// SPDX-License-Identifier: MIT
/// @file builds.h
/// What is compiled of a kernel, said once for the emulator and the GPU.
///
/// kernels/builds/NN_name.h has, next to the kernel's text, a struct NameBuilds with
///
///   Element                  of A, B and C: float or Half
///   kPresets                 how many tiles there are
///   Tile<i>                  preset i as a type
///   AnyLayout                takes padding and everything else as arguments: the traced builds, and plain ones at edges
///   FixedLayouts<Tile>       Types of layouts that plain builds on the GPU have as constants: what is measured
///   HostLayouts<Tile>        Types of layouts that the emulator gains from knowing
///   kernel<Tile, Layout, Mem, Edges>    the kernel itself
///
/// A kernel's text needs the words of CUDA or of the emulator, so only files that compile it include its builds. Others
/// name the struct (below; of broken kernels, broken/all.h) and leave the rest to templates that are instantiated there.
#pragma once

namespace gemmscope::kernels {

template <class...>
struct Types {};

/// The builds of a kernel for one tile, with every layout as arguments: those of kernels that are wrong on purpose.
/// They run guarded at any size (Plan::has_edges), so that is all there is of them.
template <class Builds, class OnlyTile>
struct BuildsOfOneTile : Builds {
  static constexpr bool kOnlyGuarded = true;
  static constexpr int kPresets = 1;
  template <int>
  using Tile = OnlyTile;
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
