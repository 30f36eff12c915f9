// SPDX-License-Identifier: MIT
/// @file written.h
/// PTX written in a test, run by one block.
#pragma once

#include <string>
#include <vector>

#include "tracing/lockstep/decode.h"
#include "tracing/lockstep/launch.h"

namespace gemmscope::lockstep::testing {

using Words = std::vector<std::uint32_t>;

/// A kernel whose every thread has its number in %r1, its lane in %r0 and the address of its word of the output in
/// %rd1. The output begins at %rd2, the input at %rd0.
/// `functions`: what else the module has, before it.
std::string kernel(const std::string& body, const std::string& functions = "");
Result<Program> decoded(const std::string& body, const std::string& functions = "");

struct How {
  std::uint32_t threads = kLanes;
  Words in{};                            ///< what %rd0 points to
  std::uint32_t words = 1;               ///< of output, for each thread
  std::vector<Fault>* faults = nullptr;  ///< null: there must be none. Addresses: from the input's first byte on
  Listener* listener = nullptr;
  std::string functions{};
  std::string* printed = nullptr;
  std::uint64_t steps = 100'000;  ///< of a warp, at most
  bool one_by_one = false;        ///< each instruction by itself, in the program's order
  UndefinedListener* undefined = nullptr;
};

/// What the threads have written, and 0xdddddddd where they have not. Empty if the block does not end.
Words run(const std::string& body, const How& how = {});

/// Words of which no two are the same.
Words distinct_words(std::uint32_t count);

/// f of each thread.
template <class F>
Words each(F f, std::uint32_t threads = kLanes) {
  Words words;
  for (std::uint32_t t = 0; t < threads; ++t) words.push_back(f(t));
  return words;
}

}  // namespace gemmscope::lockstep::testing
