// SPDX-License-Identifier: MIT
/// @file machine_code.h
/// What ptxas makes of a kernel's PTX, beside that PTX, for each line of the source. From texts alone: compile.h gets
/// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/machine/access.h"
#include "tracing/machine/loop.h"
#include "tracing/machine/ptx_lines.h"

namespace gemmscope::machine {

/// A statement of PTX, or an instruction.
struct Code {
  std::string text;
  bool accesses = false;  ///< memory, as access.h counts it
};

/// What stands beneath a line of the source.
struct Beneath {
  std::uint32_t line = 0;
  std::vector<Code> ptx, machine;  ///< in their order
  std::vector<AccessCount> ptx_accesses, machine_accesses;
};

/// What `ptxas -v` says of a kernel.
struct Registers {
  std::uint32_t registers = 0;                                ///< of 32 bits, per thread
  std::uint32_t spill_store_bytes = 0, spill_load_bytes = 0;  ///< per thread, as written
  friend bool operator==(const Registers&, const Registers&) = default;
};

/// One kind of access of a line, in PTX and in machine code.
struct Compared {
  Kind kind = Kind::kGlobalLoad;
  std::vector<AccessCount> ptx, machine;  ///< by width
  /// How often the bytes of the PTX are in the machine code, where it is a whole number above 1: ptxas unrolls loops,
  /// and writes code more than once. Else 0.
  std::uint32_t times = 0;
};
[[nodiscard]] std::vector<Compared> compared(const Beneath& line);

struct MachineCode {
  std::string compiler;                    ///< "ptxas 13.0"
  std::string architecture;                ///< "sm_90"
  std::vector<std::string> architectures;  ///< for which this ptxas can compile the PTX, without variants like sm_90a
  Registers needs;
  std::optional<Loop> loop;
  std::uint32_t instructions = 0;
  std::vector<Beneath> lines;  ///< in order; line 0: of none

  /// Null: nothing stands beneath it.
  [[nodiscard]] const Beneath* beneath(std::uint32_t line) const;
};

/// Errors   kBadFile: it says no number of registers.
[[nodiscard]] Result<Registers> read_verbose(std::string_view text);

/// Errors   kBadFile: the listing does not have the kernel, or `verbose` no registers.
[[nodiscard]] Result<MachineCode> machine_code(const PtxKernel& kernel, std::string_view entry,
                                               std::string_view listing, std::string_view verbose);

}  // namespace gemmscope::machine
