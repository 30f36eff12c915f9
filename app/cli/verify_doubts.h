// SPDX-License-Identifier: MIT
/// @file verify_doubts.h
/// What may be behind a result that is not right: what `check` finds, and what is doubtful in the product.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/finding.h"
#include "tracing/analysis/remarks.h"
#include "tracing/analysis/values/verified.h"

namespace gemmscope::cli {

/// Makes the verdict kUnknown, and says why, where it is neither right nor wrong and one of the findings makes results
/// unsure: a race, or a read of what was never written. Returns whether it does.
bool note_unsure(const format::Recording& recording, const std::vector<analysis::Finding>& found,
                 analysis::Verified& verified);

/// What is doubtful in a product that is not right, as `check` says it; where the verdict says it, not again.
/// `remarks`: analysis::remarks_of() the recording.
[[nodiscard]] std::string doubts_text(const format::Recording& recording, const std::vector<analysis::Remark>& remarks,
                                      const analysis::Verified& verified);

/// "  24 of 36 blocks store nothing to C_0, but to C_1 and C_2: they compute something else, which is not judged".
/// Empty: all blocks work on the product.
[[nodiscard]] std::string elsewhere_text(const format::Recording& recording,
                                         const std::vector<analysis::Remark>& remarks);

/// "  if C should be the product, say so in the source: // gemmscope: C[M][N] = A[M][K] * B[K][N]", where no product is
/// found and the arrays are as long. Else empty.
[[nodiscard]] std::string how_to_say(const format::Recording& recording, const std::vector<analysis::Remark>& remarks);

/// Why a result may be wrong, or be right only by chance: findings beyond what the verdict says.
[[nodiscard]] std::string faults_text(const format::Recording& recording, const analysis::Verified& verified,
                                      std::vector<analysis::Finding> found);

}  // namespace gemmscope::cli
