// SPDX-License-Identifier: MIT
#include "app/cli/named_program.h"

#include <filesystem>
#include <tuple>

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

/// `command` has no arguments but those that its source says, which stay where `product` gives nothing else.
Result<std::vector<std::string>> with_product(std::vector<std::string> command, const ProductOptions& product) {
  constexpr std::size_t kAlpha = 4, kBeta = 5;  // behind the program, M, N and K
  const auto set = [&](std::size_t at, const std::string& value) {
    const char* const usual[] = {"", "256", "256", "256", "1", "0"};  // as gemm.h has them
    // One size alone is M, N and K.
    for (std::size_t i = command.size(); i <= at; ++i)
      command.push_back(i > 1 && i < kAlpha ? command.back() : std::string(usual[i]));
    command[at] = value;
  };
  if (!product.size.empty()) {
    const auto size = parse_size(product.size);
    if (!size) return tl::unexpected(size.error());
    set(1, std::to_string(size->M)), set(2, std::to_string(size->N)), set(3, std::to_string(size->K));
  }
  for (const auto& [option, text, at] :
       {std::tuple("--alpha", &product.alpha, kAlpha), std::tuple("--beta", &product.beta, kBeta)}) {
    if (text->empty()) continue;
    if (const auto factor = parse_number(option, *text); !factor) return tl::unexpected(factor.error());
    set(at, *text);
  }
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
