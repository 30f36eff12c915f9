// SPDX-License-Identifier: MIT
#include "tracing/ptx/inlined_copies.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace gemmscope::ptx {
namespace {

using Chain = std::vector<std::uint32_t>;
constexpr std::size_t kMostCalls = 16;

auto key_of(const Location& l) { return std::tuple(l.file, l.line, l.column, l.function); }
using Key = decltype(key_of(Location{}));

class CopyFinder {
 public:
  CopyFinder(const Module& module, const Function& function) : module_(module) {
    for (const Statement& statement : function.code)
      for (std::uint32_t at = statement.location; at != kNoIndex && known_.insert(at).second; at = at_caller(at))
        alike_[key_of(module.locations[at])].push_back(at);
  }

  Chain chain(std::uint32_t at) const {
    Chain chain;
    for (; at != kNoIndex; at = at_caller(at)) chain.push_back(at);
    return chain;
  }
  /// Everything that a place may be part of, in the order of the outermost lines; nothing: there are too many, or one
  /// is inlined into itself.
  const std::vector<Chain>& calls(std::uint32_t at) {
    const auto [found, is_new] = calls_.try_emplace(at);
    if (!is_new) return found->second;
    std::vector<Chain> all;
    bool known = true;
    for (const std::uint32_t each : alike_[key_of(module_.locations[at])]) {
      const std::uint32_t caller = at_caller(each);
      if (caller == kNoIndex) {
        all.push_back({each});
        continue;
      }
      const std::vector<Chain> outer = calls(caller);
      known = known && !outer.empty();
      for (Chain chain : outer) {
        chain.insert(chain.begin(), at);
        all.push_back(std::move(chain));
      }
      if (all.size() > 4 * kMostCalls) known = false;
      if (!known) break;
    }
    const auto places = [&](const Chain& chain) {
      std::vector<Key> keys;
      for (auto place = chain.rbegin(); place != chain.rend(); ++place)
        keys.push_back(key_of(module_.locations[*place]));
      return keys;
    };
    std::ranges::sort(all, {}, places);
    const auto same = [&](const Chain& a, const Chain& b) { return places(a) == places(b); };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    if (!known || all.size() > kMostCalls) all.clear();
    return calls_[at] = std::move(all);
  }

 private:
  std::uint32_t at_caller(std::uint32_t at) const { return module_.locations[at].caller; }

  const Module& module_;
  std::set<std::uint32_t> known_;
  std::map<Key, std::vector<std::uint32_t>> alike_;
  std::map<std::uint32_t, std::vector<Chain>> calls_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> places_of(const Module& module, const Function& function) {
  CopyFinder finder(module, function);
  std::vector<std::vector<std::uint32_t>> all;
  std::map<std::pair<Key, std::string_view>, std::vector<std::size_t>> copies;
  for (std::size_t s = 0; s < function.code.size(); ++s) {
    const std::uint32_t at = function.code[s].location;
    all.push_back(finder.chain(at));
    if (at != kNoIndex && finder.calls(at).size() > 1)
      copies[{key_of(module.locations[at]), function.code[s].opcode}].push_back(s);
  }
  for (const auto& [key, statements] : copies) {
    const std::vector<Chain>& calls = finder.calls(function.code[statements.front()].location);
    if (calls.size() != statements.size()) continue;
    for (std::size_t i = 0; i < statements.size(); ++i) all[statements[i]] = calls[i];
  }
  return all;
}

}  // namespace gemmscope::ptx
