// SPDX-License-Identifier: MIT
#include "app/views/parts/finding_note.h"

#include "app/session/findings.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"

namespace gemmscope::views {

using analysis::Fault;
using analysis::Finding;

namespace {

/// "C[0][4]: no thread stores it", "C[0][4] and 255 other elements: no thread stores them".
std::string no_thread_text(const std::string& place, std::uint64_t count, const std::string& does) {
  if (count == 1) return place + ": no thread " + does + " it";
  return place + " and " + words::count_of(count - 1, "other element") + ": no thread " + does + " them";
}

}  // namespace

std::string finding_note(const session::Look& look) {
  const Finding* finding = session::chosen_finding(look);
  if (!session::chosen_is_in_block(look)) return {};
  const format::Recording& recording = *look.recording();
  const std::string place = words::place_text(recording, *finding);
  if (const analysis::Access* access = session::access_elsewhere(look))
    return place + ": " + words::access_text(recording, *finding, *access) + ", line " +
           std::to_string(recording.sites[access->site].line) + ", " + words::request_number(access->request);
  if (finding->other)
    return place + ": lane " + std::to_string(finding->other->lane) + " of this request accesses it too";
  switch (finding->fault) {
    case Fault::kUninitialisedRead: return place + " is read here, but no thread has written it";
    case Fault::kUnwrittenRead: return place + " is read here, but neither the host nor a kernel has written it";
    case Fault::kStaleRead: return place + " is read here, but no thread has written it for this k-tile";
    case Fault::kOutOfBounds: return "Byte " + words::byte_text(recording, *finding) + " is outside " + place;
    case Fault::kLaunchFault:
      if (!finding->at) return "The launch ends here with a fault";
      return "Byte " + words::byte_text(recording, *finding) + " of " + recording.tensors[finding->tensor].name +
             ": the launch ends here with a fault";
    case Fault::kMisaligned:
      return place + ": byte " + words::thousands(finding->byte) + " is not a multiple of " +
             std::to_string(recording.sites[finding->at->site].width);
    case Fault::kNeverRead: return place + " is written here, but no thread reads it";
    case Fault::kNeverStored: return no_thread_text(place, finding->count, "stores");
    case Fault::kNeverLoaded: return no_thread_text(place, finding->count, "loads");
    case Fault::kReadWithoutBeta: return place + " is read here, though it is multiplied by 0";
    default: return {};
  }
}

}  // namespace gemmscope::views
