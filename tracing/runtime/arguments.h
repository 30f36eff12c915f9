// SPDX-License-Identifier: MIT
/// @file arguments.h
/// What the parameters of a launch's kernel are called, and what was passed for them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tracing/lockstep/launch.h"
#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"
#include "tracing/runtime/kernel_text.h"

namespace gemmscope::runtime {

struct Arguments {
  const ptx::Function& function;
  const lockstep::Program& program;
  const lockstep::Launch& launch;
  const KernelText* text = nullptr;  ///< null: it was not read

  [[nodiscard]] std::string name(std::size_t i) const;
  /// The name of what is at a byte of it: "p.x" of a struct, or "p+8" if its members are not known.
  [[nodiscard]] std::string name(std::size_t i, std::uint32_t offset) const;
  /// The type of what is there, as C++ writes it; empty: not known.
  [[nodiscard]] std::string type(std::size_t i, std::uint32_t offset) const;
  /// Whether it is not known to be something else than an address.
  [[nodiscard]] bool may_be_address(std::size_t i, std::uint32_t offset) const;
  [[nodiscard]] std::uint64_t bits(std::size_t i, std::uint32_t offset = 0) const;
  /// Names and values of all that are numbers, those in structs, too: "n", "2"; "p.width", "40".
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> numbers() const;

 private:
  [[nodiscard]] const cxx::Member* member_at(std::size_t i, std::uint32_t offset) const;
};

/// All parameters of the kernel that may be addresses, and all parts of structs that may.
[[nodiscard]] std::vector<std::uint64_t> addresses_among(const lockstep::Program& program,
                                                         const lockstep::Launch& launch);

/// A number of that type, as text; empty: it is an address, or no number.
[[nodiscard]] std::string number_text(const std::string& type, std::uint64_t bits);

}  // namespace gemmscope::runtime
