// SPDX-License-Identifier: MIT
#include "app/cli/named_program.h"

#include <algorithm>
#include <filesystem>

#include "app/cli/option_values.h"
#include "app/session/ladder.h"
#include "app/session/own_program.h"
#include "tracing/cxx/said_arguments.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

/// Relative where the file is in the current folder or below.
std::string short_path(const fs::path& file) {
  std::error_code error;
  const fs::path here = fs::proximate(file, error);
  return error || here.begin()->string() == ".." ? file.string() : here.string();
}

/// `command` has no arguments but those that its source says.
Result<std::vector<std::string>> with_product(std::vector<std::string> command, const ProductOptions& product) {
  constexpr std::size_t kSizes = 3;
  std::vector<std::string> sizes(kSizes, "256");
  if (!product.size.empty()) {
    const auto size = parse_size(product.size);
    if (!size) return tl::unexpected(size.error());
    sizes = {std::to_string(size->M), std::to_string(size->N), std::to_string(size->K)};
  } else if (command.size() > kSizes) {
    sizes.assign(command.begin() + 1, command.begin() + 1 + kSizes);
  }
  for (const auto& [option, text] : {std::pair("--alpha", &product.alpha), std::pair("--beta", &product.beta)})
    if (const auto factor = parse_number(option, *text); !factor) return tl::unexpected(factor.error());
  command.resize(1);
  command.insert(command.end(), sizes.begin(), sizes.end());
  command.insert(command.end(), {product.alpha, product.beta});
  return command;
}

}  // namespace

bool is_path_of_program(const std::string& name) {
  return session::is_program(name) || name.find('/') != std::string::npos;
}

std::vector<std::string> with_named_program(std::vector<std::string> command) {
  if (command.empty()) return command;
  if (!is_path_of_program(command.front()))
    if (const auto step = session::step_named(command.front())) command.front() = short_path(step->file);
  if (command.size() > 1 || !session::is_program(command.front())) return command;
  for (std::string& argument : cxx::said_arguments(format::text_in(command.front())))
    command.push_back(std::move(argument));
  return command;
}

Result<std::vector<std::string>> named_program(std::vector<std::string> command, const ProductOptions& product) {
  const bool has_arguments = command.size() > 1;
  command = with_named_program(std::move(command));
  if (command.empty() || !is_path_of_program(command.front()))
    return fail(ErrorKind::kUsage, "there is no kernel '" + format::shown(command.empty() ? "" : command.front()) +
                                       "'; 'gemmscope list' shows the ladder's, and a program of your own is named by "
                                       "its path, as my.cu");
  if (!product.any()) return command;
  if (has_arguments)
    return fail(ErrorKind::kUsage, "--size, --alpha and --beta are arguments of the program, and it is given others");
  return with_product(std::move(command), product);
}

}  // namespace gemmscope::cli
