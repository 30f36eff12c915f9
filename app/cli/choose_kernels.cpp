// SPDX-License-Identifier: MIT
#include "app/cli/choose_kernels.h"

namespace gemmscope::cli {

Result<std::vector<const kernels::KernelInfo*>> choose_kernels(const std::vector<std::string>& names) {
  std::vector<const kernels::KernelInfo*> chosen;
  for (const std::string& name : names) {
    // resolve() has the sentence for a name that is none.
    if (const auto known = kernels::resolve(name, "", {}); !known) return fail(ErrorKind::kUsage, known.error());
    chosen.push_back(kernels::find_kernel(name));
  }
  if (names.empty())
    for (const kernels::KernelInfo& kernel : kernels::all_kernels()) chosen.push_back(&kernel);
  return chosen;
}

}  // namespace gemmscope::cli
