// SPDX-License-Identifier: MIT
/// @file source_kernel.h
/// The kernel of a recording in its source text, and what numbers its names stand for.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "tracing/cxx/find_kernel.h"
#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Reads the texts of the recording.
class SourceKernel {
 public:
  explicit SourceKernel(const format::Recording& recording);

  /// Null: it is not found there.
  [[nodiscard]] const cxx::DeclaredKernel* kernel() const { return kernel_; }
  /// The others are there if it is found.
  [[nodiscard]] const cxx::Declarations& all() const { return *all_; }
  [[nodiscard]] const cxx::Constants& constants() const { return *constants_; }
  /// Scalar parameters, and sizes of the launch: "blockDim.x".
  [[nodiscard]] const std::map<std::string, std::int64_t, std::less<>>& given() const { return given_; }

  /// The lines that belong to it, half-open: behind the kernel before it, up to its own end.
  [[nodiscard]] format::Range lines() const;
  /// The text with these lines, and those above the first kernel; all of it, if the kernel is not found.
  [[nodiscard]] std::string own_text(const format::Recording& recording) const;

  /// From parameters, template arguments and constants. Nothing: a name in it has no value that is known.
  [[nodiscard]] std::optional<std::int64_t> value(std::span<const cxx::Token> expression) const;

 private:
  std::map<std::string, std::int64_t, std::less<>> given_;
  std::unique_ptr<const cxx::Declarations> all_;
  const cxx::DeclaredKernel* kernel_ = nullptr;
  std::unique_ptr<const cxx::Constants> constants_;
};

}  // namespace gemmscope::analysis
