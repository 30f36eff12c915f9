// SPDX-License-Identifier: MIT
/// @file result.h
/// Errors are values: a function that can fail on bad input returns Result<T>; only main prints and exits.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace gemmscope {

/// One kind per cause. The command line maps each to an exit code (docs: product command line, `exit_code`).
enum class ErrorKind : std::uint8_t {
  kUsage,     ///< the request makes no sense: unknown kernel, violated constraint, empty selection (exit 2)
  kBadFile,   ///< a file is damaged, truncated, too new, or no recording at all (exit 3)
  kNoDevice,  ///< no GPU, driver, display or OpenGL context of the kind asked for (exit 4)
  kNoSpace,   ///< out of memory or disk (exit 5)
};

/// What went wrong, in one sentence a person can act on: what, where, what to do.
struct Error {
  ErrorKind kind = ErrorKind::kUsage;
  std::string message;
  std::uint64_t offset = 0;  ///< byte offset in the file, for kBadFile; otherwise 0
};

template <class T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorKind::kUsage, "...")` from any function that returns a Result.
inline tl::unexpected<Error> fail(ErrorKind kind, std::string message, std::uint64_t offset = 0) {
  return tl::unexpected<Error>(Error{kind, std::move(message), offset});
}

}  // namespace gemmscope
