// SPDX-License-Identifier: MIT
#include "app/cli/named_program.h"

#include <filesystem>
#include <tuple>

#include "app/cli/option_values.h"
#include "app/session/ladder.h"
#include "app/session/own_product.h"
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

/// `command` has no arguments but those that its source says, which stay where `options` give nothing else.
Result<std::vector<std::string>> with_product(std::vector<std::string> command, const ProductOptions& options) {
  session::OwnProduct product = session::product_of({command.begin() + 1, command.end()});
  if (!options.size.empty()) {
    const auto size = parse_size(options.size);
    if (!size) return tl::unexpected(size.error());
    product.M = size->M, product.N = size->N, product.K = size->K;
  }
  for (const auto& [option, text, factor] :
       {std::tuple("--alpha", &options.alpha, &product.alpha), std::tuple("--beta", &options.beta, &product.beta)}) {
    if (text->empty()) continue;
    if (const auto number = parse_number(option, *text); !number) return tl::unexpected(number.error());
    *factor = *text;
  }
  command.resize(1);
  for (std::string& argument : session::arguments_of(product)) command.push_back(std::move(argument));
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
