// SPDX-License-Identifier: MIT
/// @file types.h
/// How large types are, as C++ writes them, and where the members of structs are.
#pragma once

#include "tracing/cxx/declarations.h"

namespace gemmscope::cxx {

/// "const ns::Foo<3>& " -> "Foo<3>": without what does not change its size, and without scopes.
[[nodiscard]] std::string bare_type(std::string_view type);
[[nodiscard]] bool is_address(std::string_view type);
/// What "const float*" points to: "const float"; empty: nothing.
[[nodiscard]] std::string pointed_to(std::string_view type);

/// A number, for example "unsigned char" or "__half", or a vector of up to four, for example "float4".
struct NumberType {
  std::uint32_t bytes = 0;  ///< of one number
  std::uint32_t count = 1;
  bool is_whole = false, is_signed = false;

  std::uint32_t size() const { return bytes * count; }
  std::uint32_t align() const { return count == 3 ? bytes : size() < 16 ? size() : 16; }
};
/// Nothing: it is another type, for example an address.
[[nodiscard]] std::optional<NumberType> number_type(std::string_view type);

/// `type` with other names of types, and parameters of a template, replaced by what they stand for.
[[nodiscard]] std::string resolved(const Declarations& all, std::string type,
                                   const std::map<std::string, std::string, std::less<>>& given = {});

/// A part of a struct that is a number, a vector, an address, or of an unknown type.
struct Member {
  std::string name;  ///< "a", or "a.b[1]" in a struct of structs and arrays
  std::string type;
  std::uint32_t offset = 0, bytes = 0;
};
struct StructLayout {
  std::vector<Member> members;  ///< in order
  std::uint32_t bytes = 0;      ///< of all of it; 0: it is not known
};
/// Where the parts of a struct are. None: it is not declared, or its declaration does not say where all of them are, or
/// there are more than 64.
[[nodiscard]] StructLayout layout_of(const Declarations& all, const Constants& constants, std::string_view type);

}  // namespace gemmscope::cxx
