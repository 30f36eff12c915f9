// SPDX-License-Identifier: MIT
/// @file locations.h
/// .loc directives as a list in which each place occurs once, with the places that inlined functions were called from.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tracing/ptx/lexer.h"
#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

class Locations {
 public:
  /// Another function begins: what it inlines was called from its own lines.
  void begin_function() { latest_.clear(); }
  /// What follows `.loc`: `1 20 73, function_name $L__info_string0, inlined_at 1 26 3`. Returns the place's index.
  std::uint32_t read(Lexer& lexer, std::vector<Location>& locations);

  /// What stands between `{` and `}` of `.section .debug_str`: labels, and the bytes of names.
  void read_strings(Lexer& lexer);
  /// At the end of the module, whose names come last: gives Location::function its meaning, and the module those names.
  void name_functions(Module& module);

 private:
  struct Place {
    std::uint32_t file, line, column;
    bool operator==(const Place&) const = default;
  };
  struct Inlined {  ///< a place of a function that was inlined at another
    Place place;
    std::uint32_t function, caller;
    bool operator==(const Inlined&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Place& place) const;
    std::size_t operator()(const Inlined& inlined) const;
  };
  static Place read_place(Lexer& lexer);
  std::uint32_t read_function(Lexer& lexer);
  std::uint32_t add(const Inlined& inlined, std::vector<Location>& locations);

  std::unordered_map<Inlined, std::uint32_t, Hash> known_;
  std::unordered_map<Place, std::uint32_t, Hash> latest_;  ///< the last .loc of a place: what inlined_at means by it
  struct Name {
    std::string_view label;
    std::uint32_t offset;  ///< bytes after the label
  };
  std::vector<Name> functions_;                                  ///< what Location::function counts until the end
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  ///< of labels without an offset, in functions_
  std::string strings_;                                          ///< the bytes of .debug_str
  std::unordered_map<std::string_view, std::size_t> labels_;     ///< where in strings_ they stand
};

}  // namespace gemmscope::ptx
