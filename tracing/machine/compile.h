// SPDX-License-Identifier: MIT
/// @file compile.h
/// Gets a kernel's machine code from ptxas and nvdisasm, which need no GPU.
#pragma once

#include <functional>
#include <string>

#include <string_view>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/machine/machine_code.h"

namespace gemmscope::machine {

/// What is compiled for where nothing else is asked for: the GPU of Limits, or the PTX's own target if that is a
/// variant or newer.
inline constexpr std::string_view kArchitecture = "sm_90";

/// What the ptxas here makes of the kernel `entry` of `ptx`. Another ptxas, for example the one in a GPU's driver, may
/// make something else of it.
///
/// `architecture`  "sm_90"; empty: see kArchitecture.
/// `go_on`         asked now and then; false: end it. May be empty.
/// Errors          kBadFile: the PTX cannot be read or compiled, or does not have the kernel; kUsage: the architecture
///                 is none, or older than the PTX; kNoDevice: there is no ptxas or nvdisasm; kNoSpace: no folder for
///                 temporary files.
/// Cost            a textbook kernel takes half a second, which is nvdisasm's start.
[[nodiscard]] Result<MachineCode> compile(const std::string& ptx, const std::string& entry,
                                          const std::string& architecture, const std::function<bool()>& go_on = {});

/// How many registers the kernel gets, and what is spilled, where the installed ptxas compiles it. As compile(), but
/// nvdisasm is not needed, and what the cache knows is not asked again. Cost: a textbook kernel takes a tenth of a
/// second.
[[nodiscard]] Result<Registers> registers_of(const std::string& ptx, const std::string& entry,
                                             const std::string& architecture, const std::function<bool()>& go_on = {});

/// The architectures for which a ptxas can compile PTX of a target, in their order, by what `ptxas --help` says;
/// without variants like sm_90a, which add instructions that PTX for others does not have. For PTX for a variant, that
/// variant alone.
[[nodiscard]] std::vector<std::string> architectures(std::string_view help, std::string_view target);

}  // namespace gemmscope::machine
