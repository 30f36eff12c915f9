// SPDX-License-Identifier: MIT
#include "tests/cli/older_options.h"

#include <CLI/CLI.hpp>
#include <tuple>

#include "app/cli/option_values.h"
#include "kernels/table.h"

namespace gemmscope::cli::testing {

void add_older_options(CLI::App& app, OlderOptions& o) {
  app.add_option("KERNEL", o.kernel)->required();
  app.add_option("--preset", o.preset);
  app.add_option("--set", o.assignments);
  app.add_option("--size", o.size);
  app.add_option("--beta", o.beta);
  app.add_option("--blocks", o.blocks);
  app.add_option("--warps", o.warps);
  app.add_option("--k-tiles", o.k_tiles);
  app.add_flag("--no-epilogue", o.no_epilogue);
}

Result<record::RecordRequest> request_of(const OlderOptions& o) {
  record::RecordRequest request;
  request.kernel = o.kernel, request.preset = o.preset, request.epilogue = !o.no_epilogue, request.beta = o.beta;
  for (const std::string& text : o.assignments) {
    auto assignment = parse_assignment(text);
    if (!assignment) return tl::unexpected(assignment.error());
    request.overrides.push_back(std::move(*assignment));
  }
  if (!o.size.empty()) {
    const auto size = parse_size(o.size);
    if (!size) return tl::unexpected(size.error());
    request.M = size->M, request.N = size->N, request.K = size->K;
  } else if (const auto* kernel = kernels::find_kernel(o.kernel); kernel != nullptr && kernel->mistake != nullptr) {
    request.M = kernel->mistake->M, request.N = kernel->mistake->N, request.K = kernel->mistake->K;
  }
  if (!o.blocks.empty()) {
    const auto blocks = parse_blocks(o.blocks);
    if (!blocks) return tl::unexpected(blocks.error());
    request.block_y = blocks->y, request.block_x = blocks->x;
  }
  for (const auto& [option, text, range] :
       {std::tuple("--warps", &o.warps, &request.warps), std::tuple("--k-tiles", &o.k_tiles, &request.k_tiles)}) {
    if (text->empty()) continue;
    const auto parsed = parse_range(option, *text);
    if (!parsed) return tl::unexpected(parsed.error());
    *range = *parsed;
  }
  return request;
}

}  // namespace gemmscope::cli::testing
