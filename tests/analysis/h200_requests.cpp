// SPDX-License-Identifier: MIT
#include "tests/analysis/h200_requests.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace gemmscope::analysis::testing {
namespace {

std::optional<int> integer(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<int>(std::stoi(text));
}

MeasuredRequest parse_request(const std::string& line) {
  std::istringstream fields(line);
  const auto next = [&fields] {
    std::string field;
    std::getline(fields, field, ',');
    return field;
  };
  MeasuredRequest request;
  request.name = next();
  const std::string op = next();
  request.global = op == "gld" || op == "gst";
  request.access.instruction = op == "ldsm"                ? Instruction::kLoadMatrix
                               : op == "st" || op == "gst" ? Instruction::kStore
                                                           : Instruction::kLoad;
  request.access.width = static_cast<std::uint8_t>(std::stoi(next()));
  request.access.mask = static_cast<std::uint32_t>(std::stoul(next(), nullptr, 16));
  request.wavefronts = integer(next());
  request.conflicts = integer(next());
  next();  // Nsight Compute's estimate and its ideal: not what we compare with
  next();
  request.sectors = integer(next());
  request.cycles = std::stod(next());
  std::istringstream addresses(next());
  for (std::uint32_t& address : request.access.address) addresses >> address;
  EXPECT_FALSE(addresses.fail()) << line;
  return request;
}

}  // namespace

std::vector<MeasuredRequest> h200_requests() {
  std::vector<MeasuredRequest> requests;
  std::ifstream file("tests/data/h200_requests.csv");
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#') && !line.starts_with("name,")) requests.push_back(parse_request(line));
  EXPECT_EQ(requests.size(), 544u) << "tests run in the repository's root";
  return requests;
}

}  // namespace gemmscope::analysis::testing
