// SPDX-License-Identifier: MIT
// rewrite_ptx IN OUT: a module of PTX with recording twins of its kernels. Says which kernels have none.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include "tracing/ptx/read.h"
#include "tracing/rewrite/rewrite.h"

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream in(arguments[1]);
  const auto module = gemmscope::ptx::read({std::istreambuf_iterator<char>(in), {}});
  if (!module) return std::cerr << module.error().message << "\n", 1;
  const gemmscope::rewrite::Rewritten rewritten = gemmscope::rewrite::rewritten(*module);
  for (const gemmscope::ptx::Function& function : module->functions)
    if (function.is_entry && std::ranges::find(rewritten.kernels, function.name) == rewritten.kernels.end())
      std::cout << function.name << "\n";
  std::ofstream(arguments[2]) << rewritten.text;
}
