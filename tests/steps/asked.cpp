// SPDX-License-Identifier: MIT
#include "tests/steps/asked.h"

#include <algorithm>
#include <cstdio>

#include "tracing/format/text.h"

namespace gemmscope::testing {
namespace {

/// Takes up an entry if it says what is recorded.
bool says_what(const std::string& key, const std::string& value, Asked& asked) {
  Product& product = asked.product;
  if (key == "kernel") return asked.step.name = value, true;
  if (key == "preset") return asked.step.preset = value, true;
  if (key == "beta") return product.beta = std::stof(value), true;
  if (key == "size")
    return asked.has_size = std::sscanf(value.c_str(), "%ux%ux%u", &product.M, &product.N, &product.K) == 3;
  if (key == "blocks") {
    unsigned y = 0, x = 0;
    if (std::sscanf(value.c_str(), "%u,%u", &y, &x) != 2) return false;
    product.block_y = format::Range{y, y + 1}, product.block_x = format::Range{x, x + 1};
    return true;
  }
  if (key != "set") return false;
  for (const std::string_view number : format::split(value, ',')) {
    const std::size_t colon = number.find(':');
    asked.step.numbers.push_back({std::string(number.substr(0, colon)), std::string(number.substr(colon + 1))});
  }
  return true;
}

}  // namespace

Asked asked_in(std::string_view link) {
  Asked asked;
  for (const std::string_view entry : format::split(link, '/')) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::string value(entry.substr(std::min(equals + 1, entry.size())));
    std::string& part = says_what(std::string(entry.substr(0, equals)), value, asked) ? asked.made : asked.place;
    part += (part.empty() ? "" : "/") + std::string(entry);
  }
  if (!asked.has_size) {
    const Product said = product_said(asked.step);
    asked.product.M = said.M, asked.product.N = said.N, asked.product.K = said.K;
  }
  return asked;
}

}  // namespace gemmscope::testing
