// SPDX-License-Identifier: MIT
/// @file access.h
/// Which memory instructions PTX and machine code have: kind, width, how many. They are counted as they are written,
/// not as often as they run: a loop that ptxas unrolls has more of them in the machine code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::ptx {
struct Function;
struct Statement;
}  // namespace gemmscope::ptx

namespace gemmscope::machine {

/// In the order in which they are shown. Generic: an address of any memory. What only spills registers, or loads
/// constants and arguments, is no access.
enum class Kind : std::uint8_t {
  kGlobalLoad,
  kGlobalStore,
  kGlobalAtomic,
  kSharedLoad,
  kSharedStore,
  kSharedAtomic,
  kMatrixLoad,   ///< ldmatrix, LDSM
  kMatrixStore,  ///< stmatrix, STSM
  kCopy,         ///< cp.async, LDGSTS: from global to shared memory
  kGenericLoad,
  kGenericStore,
  kGenericAtomic,
};
/// "shared loads"
[[nodiscard]] std::string_view name_of(Kind kind);

struct Access {
  Kind kind = Kind::kGlobalLoad;
  std::uint32_t bytes = 4;  ///< of each lane; of matrix loads and stores, what each lane gets or gives
  friend auto operator<=>(const Access&, const Access&) = default;
};

/// nullopt: it is none, or moves no fixed number of bytes for each lane (bulk copies, wmma).
[[nodiscard]] std::optional<Access> access_of(const ptx::Function& function, const ptx::Statement& statement);
/// For an instruction as nvdisasm writes it: "@!P0 LDS.128 R8, [R3]".
[[nodiscard]] std::optional<Access> access_of(std::string_view instruction);
/// "LDS.128": without predicate and operands.
[[nodiscard]] std::string_view operation_of(std::string_view instruction);

struct AccessCount {
  Access access;
  std::uint32_t count = 0;
  std::string operation;  ///< of machine code, of the first of them: "LDS.128"
  friend bool operator==(const AccessCount&, const AccessCount&) = default;
};
/// Counts one more; `counts` stays in order of (kind, bytes).
void count(std::vector<AccessCount>& counts, const Access& access, std::string_view operation = {});

}  // namespace gemmscope::machine
