// SPDX-License-Identifier: MIT
/// @file on_demand.h
/// Kernels at tile sizes that no preset has: compiled by the C++ compiler of this machine from the sources that this
/// program carries, kept as libraries in a folder, and loaded. Their code is that of a preset (bind_build.h), so
/// recordings are made alike.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tracing/format/result.h"
#include "tracing/simt/bound_body.h"

namespace gemmscope::simt {

struct Workshop {
  std::string compiler;          ///< a program; empty: there is none
  std::filesystem::path folder;  ///< of the libraries; made where it is needed
  /// What they may take together. One has 100 to 200 KB, so some hundred tile sizes have room.
  std::uintmax_t most_bytes = std::uintmax_t{64} << 20;
};

/// The compiler that the person chose (CXX), else the one that compiled this program, else one in PATH. The folder:
/// tiles in GEMMSCOPE_CACHE, or in gemmscope of the user's cache (scripts/cache_folder).
Workshop usual_workshop();

/// Whether compiled() would have to compile it first, which takes seconds.
bool must_compile(const kernels::Variant& variant, const Workshop& workshop);

/// The traced build of any variant of a correct kernel. A library that is there is used as long as it comes
/// from the same sources, compiler and flags. One that is compiled takes the room of those that were not used for the
/// longest time (tile_cache.h). From any thread.
///
/// `go_on` is asked now and then while it is compiled; false: stop. May be empty. Errors kNoDevice: there is no
/// compiler; kUsage: it failed, or was stopped, or the folder's path is relative, or others may write to it; kNoSpace:
/// the folder cannot be written to. Nothing half-written is left.
/// Errors   kNoDevice: there is no compiler; kUsage: it failed, or was stopped, or the folder's path is relative, or
/// others
///          may write to it; kNoSpace: the folder cannot be written to.
///          Nothing half-written is left.
Result<Bind> compiled(const kernels::Variant& variant, const std::function<bool()>& go_on, const Workshop& workshop);

}  // namespace gemmscope::simt
