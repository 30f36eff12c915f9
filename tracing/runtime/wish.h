// SPDX-License-Identifier: MIT
/// @file wish.h
/// Which launches are to be recorded, and where to: what `gemmscope run` asks of the programs that it starts.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "tracing/format/kept_memory.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/lockstep/launch.h"
#include "tracing/runtime/loaded_pattern.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {

struct Wish {
  std::string folder;      ///< empty: nothing is recorded
  LoadedPattern kernel{};  ///< for kernels' names
  unsigned launch = 1;
  bool addresses_only = false;                                            ///< results of recorded launches are left out
  bool values = false;                                                    ///< what arrays held is kept, too
  std::optional<format::Range> block_y{}, block_x{}, block_z{}, warps{};  ///< as in Selection; nothing: all
  std::set<const Kernel*> refused{};                                      ///< whose refusal is noted

  /// Whether the launch of `kernel` that begins now is one of them: Kernel::launches counts it.
  [[nodiscard]] bool names(const Kernel& kernel) const;
  /// Whether one of its launches may be.
  [[nodiscard]] bool is_about(const Kernel& kernel) const;
  /// Which part of the launch is to be recorded. No block, if the launch has z and the wish names blocks without it.
  [[nodiscard]] format::Selection part_of(const lockstep::Launch& launch) const;
  /// Notes in the log (launch_log.h) the launch of `kernel` that begins now, unless enough are there.
  void note_launch(const Kernel& kernel) const;
  /// That it did not begin.
  void note_refused(const Kernel& kernel, const std::string& why);
  /// That it ended with a fault.
  void note_fault(const Kernel& kernel) const;
  /// Writes the recording into the folder, beside those of the run's other launches and programs, or says on standard
  /// error why there is none. `memory`: is written beside it.
  void keep(const Kernel& kernel, const Result<format::Recording>& recording,
            const std::optional<format::KeptMemory>& memory = {});
};

/// The values of the variables, of which `folder` names the folder. A pattern that cannot be applied is reported on
/// standard error, and then nothing is recorded.
[[nodiscard]] Wish wish_of_environment(const char* folder = kFolderVariable);

}  // namespace gemmscope::runtime
