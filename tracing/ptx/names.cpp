// SPDX-License-Identifier: MIT
#include "tracing/ptx/names.h"

namespace gemmscope::ptx {
namespace {

constexpr int kMostDigits = 8;  // of a register's number; more registers than that are refused
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void Names::begin() {
  names_.clear();
  ranges_.clear();
  undo_.clear();
  scopes_.assign(1, 0);
}

bool Names::open() {
  if (scopes_.size() > kMostScopes) return false;
  scopes_.push_back(undo_.size());
  return true;
}

void Names::close() {
  while (undo_.size() > scopes_.back()) {
    const Undo& last = undo_.back();
    Map& map = last.is_range ? ranges_ : names_;
    if (last.before)
      map[last.name] = *last.before;
    else
      map.erase(last.name);
    undo_.pop_back();
  }
  scopes_.pop_back();
}

bool Names::add(Map& map, std::string_view name, Declared what, bool is_range) {
  what.depth = depth();
  const auto [row, is_new] = map.try_emplace(name, what);
  if (!is_new && row->second.depth == what.depth) return false;
  undo_.push_back({name, is_new ? std::nullopt : std::optional(row->second), is_range});
  row->second = what;
  return true;
}

std::optional<Declared> Names::find(std::string_view name) const {
  std::optional<Declared> best;
  if (const auto row = names_.find(name); row != names_.end()) best = row->second;
  // %r12 is number 12 of %r<..>, or number 2 of %r1<..>; a number has no zero in front.
  std::uint32_t number = 0, unit = 1;
  for (std::size_t split = name.size(), digits = 0; split > 1 && is_digit(name[split - 1]) && digits < kMostDigits;
       ++digits, unit *= 10) {
    --split;
    number += static_cast<std::uint32_t>(name[split] - '0') * unit;
    if (name[split] == '0' && split + 1 < name.size()) continue;
    const auto row = ranges_.find(name.substr(0, split));
    if (row == ranges_.end() || number >= row->second.count) continue;
    if (best && best->depth >= row->second.depth) continue;
    best = row->second;
    best->index += number;
    best->count = 1;
  }
  return best;
}

}  // namespace gemmscope::ptx
