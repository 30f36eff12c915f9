// SPDX-License-Identifier: MIT
#include "tracing/ptx/locations.h"

#include <algorithm>
#include <memory>

namespace gemmscope::ptx {
namespace {

std::size_t mixed(std::size_t a, std::uint64_t b) {
  a = (a ^ b) * 0x9E3779B97F4A7C15u;
  return a ^ (a >> 29);
}

}  // namespace

std::size_t Locations::Hash::operator()(const Place& place) const {
  return mixed(mixed(place.file, place.line), place.column);
}
std::size_t Locations::Hash::operator()(const Inlined& inlined) const {
  return mixed(mixed((*this)(inlined.place), inlined.function), inlined.caller);
}

Locations::Place Locations::read_place(Lexer& lexer) {
  Place place{};
  place.file = lexer.expect_count("the number of a file");
  place.line = lexer.expect_count("the number of a line");
  place.column = lexer.expect_count("the number of a column");
  return place;
}

std::uint32_t Locations::add(const Inlined& inlined, std::vector<Location>& locations) {
  const auto [row, is_new] = known_.try_emplace(inlined, static_cast<std::uint32_t>(locations.size()));
  const auto& [place, function, caller] = inlined;
  if (is_new) locations.push_back({place.file, place.line, place.column, function, caller});
  return row->second;
}

std::uint32_t Locations::read_function(Lexer& lexer) {
  const Token label = lexer.expect(TokenKind::kWord, "the label of a function's name");
  const auto number = static_cast<std::uint32_t>(functions_.size());
  if (lexer.accept('+')) {
    functions_.push_back({label.text, lexer.expect_count("a number of bytes")});
    return number;
  }
  const auto [row, is_new] = numbers_.try_emplace(label.text, number);
  if (is_new) functions_.push_back({label.text, 0});
  return row->second;
}

std::uint32_t Locations::read(Lexer& lexer, std::vector<Location>& locations) {
  Inlined read{read_place(lexer), kNoIndex, kNoIndex};
  while (lexer.accept(',')) {
    const Token word = lexer.expect(TokenKind::kWord, "function_name or inlined_at");
    if (word.text == "function_name") {
      read.function = read_function(lexer);
    } else if (word.text == "inlined_at") {
      // The place named here was a .loc itself just before, which says where that was inlined in turn.
      const Place at = read_place(lexer);
      const auto here = latest_.find(at);
      read.caller = here != latest_.end() ? here->second : add({at, kNoIndex, kNoIndex}, locations);
    } else {
      lexer.complain_at(word.span.begin, "only function_name and inlined_at may follow the place of a .loc");
    }
  }
  const std::uint32_t index = add(read, locations);
  latest_[read.place] = index;
  return index;
}

void Locations::read_strings(Lexer& lexer) {
  while (!lexer.at_end() && !lexer.at('}')) {
    const Token token = lexer.take();
    if (token.kind == TokenKind::kWord && lexer.accept(':')) {
      labels_.try_emplace(token.text, strings_.size());
    } else if (token.kind == TokenKind::kDirective && token.text == ".b8") {
      do strings_.push_back(static_cast<char>(lexer.expect_count("a byte")));
      while (lexer.accept(','));
    }
  }
  lexer.expect('}');
}

void Locations::name_functions(Module& module) {
  const auto owned = std::make_shared<const std::string>(std::move(strings_));
  // Ends are looked up, not searched for: all of many labels may stand in one long text.
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < owned->size(); ++i)
    if ((*owned)[i] == 0) ends.push_back(i);
  ends.push_back(owned->size());

  std::vector<std::uint32_t> number_of(functions_.size(), kNoIndex);
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const auto label = labels_.find(functions_[i].label);
    if (label == labels_.end()) continue;
    const std::size_t begin = label->second + functions_[i].offset;
    if (begin >= owned->size()) continue;
    number_of[i] = static_cast<std::uint32_t>(module.inlined_names.size());
    const auto end = *std::ranges::lower_bound(ends, begin);
    module.inlined_names.push_back(std::string_view(*owned).substr(begin, end - begin));
  }
  for (Location& location : module.locations)
    if (location.function != kNoIndex) location.function = number_of[location.function];
  module.owned_names = owned;
}

}  // namespace gemmscope::ptx
