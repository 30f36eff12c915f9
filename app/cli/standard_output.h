// SPDX-License-Identifier: MIT
/// @file standard_output.h
#pragma once

#include <streambuf>
#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Standard output, where text leaves the program: what would steer a terminal is shown instead (format::shown_lines).
/// On a terminal each line is written when it is complete.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput();
  /// Writes what is left. Errors: kNoSpace if any of the text could not be written: disk full, reader gone.
  Result<void> finish();

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool write_waiting();

  std::string waiting_;
  bool terminal_;
  int error_ = 0;  ///< errno of the first write that failed; after it nothing is written
};

}  // namespace gemmscope::cli
