// SPDX-License-Identifier: MIT
/// @file run_program.h
/// Runs the built program as a person would, in a folder of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/types.h>

#include "tests/temporary_folder.h"

namespace gemmscope::cli::testing {

struct Ran {
  int code = -1;  ///< exit code; -1 if a signal ended it
  int signal = 0;
  std::string out, err;
};

/// Whether terminals can be made here; in a chroot without /dev/pts there are none.
bool has_terminals();

struct RunOptions {
  std::vector<std::string> environment;              ///< NAME=VALUE to set; NAME to unset
  std::string out_path;                              ///< a file for standard output instead of Ran::out
  bool terminal = false;                             ///< standard error is a terminal; what it shows is in Ran::err
  std::function<void()> prepare;                     ///< called in the child before the program starts
  std::function<void(pid_t)> while_running;          ///< called in the parent after it has started
  std::function<void(pid_t, const Ran&)> on_output;  ///< called whenever it has written something
};

/// The program sees no GPU.
RunOptions no_gpu();

/// Waits until the program has asked to be told of `signal`: then it is at work that can be interrupted.
void wait_until_watching(pid_t program, int signal);

/// A test with an empty current folder for the program, removed afterwards.
class ProgramTest : public ::testing::Test {
 protected:
  Ran run(const std::vector<std::string>& arguments, const RunOptions& options = {}) const;
  /// `command` split at blanks.
  Ran run(const std::string& command, const RunOptions& options = {}) const;

  /// Makes a recording of a step without running the program: "warp_tile --preset tm1_small --set PA=4 --size 64x64x8
  /// --beta 1 --blocks 0,0 -o a.gst".
  void step_recording(const std::string& arguments) const;

  std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }
  std::string contents(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;
  /// Names of the files in the folder, sorted.
  std::vector<std::string> files() const;

 private:
  TemporaryFolder folder_;
};

/// A file of the repository.
std::string file_text(const std::string& path);

/// Exit code `code`, nothing on standard output, and one sentence "gemmscope: ...." on standard error.
void expect_error(const Ran& ran, int code);

}  // namespace gemmscope::cli::testing
