// SPDX-License-Identifier: MIT
/// @file asked.h
/// Where the requests of a recording lie in the memory of the program.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/requests.h"

namespace gemmscope::runtime {

using Bytes = std::vector<const std::byte*>;

/// Where allocations lie, by the names that they have in a recording.
using Addresses = std::map<std::string, const std::byte*>;

/// The program's address of a byte of an array, as its parts say; null: none has it.
inline const std::byte* address_of(const format::Tensor& array, std::uint32_t byte, const Addresses& addresses) {
  if (array.parts.empty()) return addresses.at(array.name) + byte;
  for (const format::Part& part : array.parts)
    if (byte - part.offset < part.bytes) return addresses.at(part.name) + (byte - part.offset);
  return nullptr;
}

/// Where all lanes of the sites of a name ask, block by block.
inline Bytes asked(const format::Recording& r, const std::string& site, const Addresses& addresses) {
  Bytes all;
  testing::for_each_request(r, [&](const format::Request& q, const format::Site& s) {
    for (const std::uint32_t byte : q.address)
      if (s.name == site) all.push_back(address_of(r.tensors[s.tensor], byte, addresses));
  });
  return all;
}

}  // namespace gemmscope::runtime
