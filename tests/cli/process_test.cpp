// SPDX-License-Identifier: MIT
// What nothing catches ends the program with a sentence and its exit code, also on a thread.
#include "app/cli/process.h"

#include <new>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

template <class Exception>
void throw_on_a_thread(const Exception& exception) {
  prepare_process();
  std::thread([&] { throw exception; }).join();
}

TEST(ProcessDeathTest, MemoryThatRunsOutOnAThreadIsExitCodeFive) {
  EXPECT_EXIT(throw_on_a_thread(std::bad_alloc()), ::testing::ExitedWithCode(5),
              "^gemmscope: not enough memory.*\\.\n$");
}

TEST(ProcessDeathTest, AnyOtherExceptionSaysWhatItWas) {
  EXPECT_EXIT(throw_on_a_thread(std::runtime_error("a\033b")), ::testing::ExitedWithCode(2),
              "^gemmscope: .*a.u001bb.*\\.\n$");
}

}  // namespace
}  // namespace gemmscope::cli
