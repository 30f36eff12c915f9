// SPDX-License-Identifier: MIT
#include "app/views/site_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

/// What follows "load" or "store" in a site's name: "_lo", "_tail"; empty for most.
std::string suffix_of(const std::string& name) {
  for (const std::string verb : {"load", "store"})
    if (const std::size_t at = name.rfind(verb); at != std::string::npos) return name.substr(at + verb.size());
  return {};
}

std::string block_in_words(const session::Session& session) {
  const format::Block& block = session.recording()->blocks[session.cursor.block];
  return "block " + std::to_string(block.y) + "," + std::to_string(block.x);
}

}  // namespace

std::string site_in_words(const format::Recording& recording, std::uint16_t tensor, format::Op op,
                          const std::string& name) {
  std::string suffix = suffix_of(name);
  if (!suffix.empty()) suffix[0] = ' ';
  return recording.tensors[tensor].name + (op == format::Op::kStore ? " store" : " load") + suffix;
}

std::string request_in_words(const session::Session& session) {
  const session::Current& now = *session.current;
  const std::string when =
      now.request.k_tile == format::kEpilogue ? "write-back" : "k-tile " + words::thousands(now.request.k_tile);
  return site_in_words(*session.recording(), now.site.tensor, now.site.op, now.site.name) + ", line " +
         std::to_string(now.site.line) + ", warp " + std::to_string(now.request.warp) + ", " + when;
}

std::string extent_in_words(const session::Session& session, bool with_block) {
  switch (session.extent) {
    case session::Extent::kKTile:
      return "k-tile " + words::thousands(session.summary_scope.k_tiles.begin) + " and write-back" +
             (with_block ? " of " + block_in_words(session) : "");
    case session::Extent::kBlock: return with_block ? "all of " + block_in_words(session) : "this block";
    case session::Extent::kRecording: return "the whole recording";
  }
  return {};
}

}  // namespace gemmscope::views
