// SPDX-License-Identifier: MIT
/// @file studied.h
/// What takes too long for the thread that draws, and what came of it; see studying.h.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <variant>

#include "app/session/loaded.h"
#include "app/session/measured_limits.h"
#include "tracing/analysis/life.h"
#include "tracing/analysis/reuse.h"
#include "tracing/format/result.h"
#include "tracing/machine/machine_code.h"

namespace gemmscope::session {

enum class StudyKind : std::uint8_t {
  kLife,         ///< of what is followed
  kReuse,        ///< how often each element is read
  kLimits,       ///< what limits the kernel
  kMachineCode,  ///< what ptxas makes of the recording's PTX
};
inline constexpr int kStudyKinds = 4;

/// What is worked out, and of what: only the members that it depends on are set. It keeps all that it refers to, so
/// that any thread can work it out.
struct Study {
  StudyKind kind = StudyKind::kLife;
  LoadedPtr loaded;
  std::uint32_t block = 0;
  std::optional<analysis::Followed> followed;
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  results::Reports reports;                      ///< keep `report`
  const results::BenchReport* report = nullptr;  ///< null: there is none
  std::string architecture{};                    ///< of machine code; empty: see machine::kArchitecture
  friend bool operator==(const Study&, const Study&) = default;
};

/// An error is what the views say of it, and nothing that stops anything.
using CompiledPtx = Result<machine::MachineCode>;

/// monostate: not there yet. Error: memory ran out.
using Outcome =
    std::variant<std::monostate, std::shared_ptr<const analysis::Life>, std::shared_ptr<const analysis::Reuse>,
                 std::shared_ptr<const MeasuredLimits>, std::shared_ptr<const CompiledPtx>, Error>;

struct Studied {
  Study of;
  Outcome outcome;
  float share = 0;  ///< of the work that is done; 0: not known
};
using StudiedOfEach = std::array<Studied, kStudyKinds>;  ///< by StudyKind

}  // namespace gemmscope::session
