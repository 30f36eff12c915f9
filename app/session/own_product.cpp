// SPDX-License-Identifier: MIT
#include "app/session/own_product.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>

#include "app/session/own_arguments.h"
#include "app/session/own_numbers.h"

namespace gemmscope::session {
namespace {

bool takes_a_product(const OwnProgram& own) {
  return std::ranges::any_of(
      own.files, [](const std::string& file) { return std::filesystem::path(file).filename() == "gemm.h"; });
}

}  // namespace

OwnProduct product_of(const std::vector<std::string>& arguments) {
  OwnProduct product;
  std::uint32_t* const sizes[] = {&product.M, &product.N, &product.K};
  for (std::size_t i = 0; i < std::size(sizes) && i < arguments.size(); ++i) {
    std::uint32_t n = 0;
    std::from_chars(arguments[i].data(), arguments[i].data() + arguments[i].size(), n);
    for (std::size_t each = i; each < std::size(sizes); ++each) *sizes[each] = n;  // one size alone is all three
  }
  if (arguments.size() > 3) product.alpha = arguments[3];
  if (arguments.size() > 4) product.beta = arguments[4];
  return product;
}

std::vector<std::string> arguments_of(const OwnProduct& product) {
  const OwnProduct usual;
  std::vector<std::string> arguments{std::to_string(product.M), std::to_string(product.N), std::to_string(product.K)};
  if (product.alpha != usual.alpha || product.beta != usual.beta) arguments.push_back(product.alpha);
  if (product.beta != usual.beta) arguments.push_back(product.beta);
  return arguments;
}

std::optional<OwnProduct> own_product(const Session& session) {
  if (!own_is_shown(session) || !takes_a_product(session.own)) return std::nullopt;
  return product_of(own_arguments(session.own));
}

void set_own_product(Session& session, const OwnProduct& product) {
  if (own_product(session) == product) return;
  Numbers numbers = session.own.numbers;
  put_number(numbers, entry_of(arguments_of(product)));
  set_numbers(session, numbers);
}

}  // namespace gemmscope::session
