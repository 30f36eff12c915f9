// SPDX-License-Identifier: MIT
/// @file array_names.h
/// What the arrays in global memory of a launch are called.
#pragma once

#include <map>
#include <span>
#include <string>

#include "tracing/runtime/arguments.h"
#include "tracing/runtime/arrays.h"
#include "tracing/runtime/modules.h"

namespace gemmscope::runtime {

class ArrayNames {
 public:
  /// All must outlive this.
  ArrayNames(const Arguments& arguments, const Module& module, const Arrays& arrays);

  /// The heap; or the parameter whose value, or a part of whose value, is an address in the array; the variable that it
  /// is; the pointer in memory by which alone the kernel comes to it, "s+8" or "A[3]"; or its number.
  [[nodiscard]] std::string of(const lockstep::Allocation& array) const;
  /// The type of its elements, as C++ writes it: what the parameter, member or variable by which it is found points to.
  /// Empty: it is not known.
  [[nodiscard]] std::string type_of(const lockstep::Allocation& array) const;
  /// Null: it is no variable.
  [[nodiscard]] const ptx::Variable* variable_at(const lockstep::Allocation& array) const;
  /// The name of several allocations that are one array: "*A" if A alone leads to them, or "allocations".
  [[nodiscard]] std::string of_all(std::span<const lockstep::Allocation> parts) const;

 private:
  /// A member of a struct in memory, and the struct's type and name: "scene.", "s->", "s[2].".
  struct Found {
    std::string name, type;
  };
  [[nodiscard]] std::optional<Found> member_at(const lockstep::Allocation& from, std::uint64_t byte) const;
  const Arguments& arguments_;
  const Module& module_;
  const Arrays& arrays_;
};

}  // namespace gemmscope::runtime
