// SPDX-License-Identifier: MIT
#include "app/cli/sweep_options.h"

#include <tuple>

#include <CLI/CLI.hpp>

#include "app/cli/option_values.h"
#include "kernels/table.h"

namespace gemmscope::cli {

void add_launch_options(CLI::App& app, LaunchOptions& o, const std::string& usual_blocks) {
  app.add_option("KERNEL", o.kernel, "name of the kernel; see 'gemmscope list' and 'gemmscope list --broken'")
      ->required();
  app.add_option("--preset", o.preset, "tile sizes; default: the kernel's first preset")->type_name("P");
  app.add_option("--set", o.assignments,
                 "parameters, for example BM=64 PA=4 swzA=xor; 'gemmscope list' shows their ranges")
      ->type_name("NAME=VALUE");
  app.add_option("--size", o.size,
                 "of C = alpha * A * B + beta * C, where A is MxK and B is KxN; default: 256x256x256, or for a "
                 "deliberately broken kernel a size at which the mistake shows")
      ->type_name("MxNxK");
  app.add_option("--alpha", o.alpha, "factor of A * B")->type_name("a")->capture_default_str();
  app.add_option("--beta", o.beta, "factor of C; with 0, C is not read")->type_name("b")->capture_default_str();
  app.add_option("--blocks", o.blocks,
                 "one block, or all from the first up to but not including the second; default: " + usual_blocks)
      ->type_name("y,x[:y,x]");
  app.add_option("--warps", o.warps, "warps a to b-1 of each block; default: all")->type_name("a:b");
  app.add_option("--k-tiles", o.k_tiles, "k-tiles a to b-1; default: all")->type_name("a:b");
  app.add_flag("--no-epilogue", o.no_epilogue, "leave out the write-back of C");
}

Result<record::RecordRequest> request_of(const LaunchOptions& o) {
  record::RecordRequest request;
  request.kernel = o.kernel;
  request.preset = o.preset;
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
  const auto alpha = parse_number("--alpha", o.alpha), beta = parse_number("--beta", o.beta);
  if (!alpha) return tl::unexpected(alpha.error());
  if (!beta) return tl::unexpected(beta.error());
  request.alpha = *alpha, request.beta = *beta;
  if (!o.blocks.empty()) {
    const auto blocks = parse_blocks(o.blocks);
    if (!blocks) return tl::unexpected(blocks.error());
    if (blocks->z && *blocks->z != format::Range{0, 1})
      return fail(ErrorKind::kUsage,
                  "--blocks " + o.blocks + " names z, but the grids of these kernels have none; write Y,X");
    request.block_y = blocks->y, request.block_x = blocks->x;
  }
  for (const auto& [option, text, range] :
       {std::tuple("--warps", &o.warps, &request.warps), std::tuple("--k-tiles", &o.k_tiles, &request.k_tiles)}) {
    if (text->empty()) continue;
    const auto parsed = parse_range(option, *text);
    if (!parsed) return tl::unexpected(parsed.error());
    *range = *parsed;
  }
  request.epilogue = !o.no_epilogue;
  return request;
}

std::vector<std::string> arguments_of(const LaunchOptions& o) {
  using Text = std::string LaunchOptions::*;
  constexpr std::pair<const char*, Text> kTexts[] = {
      {"--preset", &LaunchOptions::preset},  {"--size", &LaunchOptions::size},     {"--alpha", &LaunchOptions::alpha},
      {"--beta", &LaunchOptions::beta},      {"--blocks", &LaunchOptions::blocks}, {"--warps", &LaunchOptions::warps},
      {"--k-tiles", &LaunchOptions::k_tiles}};
  const LaunchOptions usual;
  std::vector<std::string> arguments{o.kernel};
  for (const auto& [option, text] : kTexts)
    if (o.*text != usual.*text) arguments.insert(arguments.end(), {option, o.*text});
  for (const std::string& assignment : o.assignments) arguments.insert(arguments.end(), {"--set", assignment});
  if (o.no_epilogue) arguments.emplace_back("--no-epilogue");
  return arguments;
}

}  // namespace gemmscope::cli
