// SPDX-License-Identifier: MIT
#include "app/shell/layout_file.h"

#include <span>
#include <vector>

#include "imgui.h"
#include "imgui_internal.h"  // its checksum
#include "tracing/format/atomic_file.h"
#include "tracing/format/input_file.h"

namespace gemmscope::shell {
namespace {

constexpr std::size_t kMostBytes = 128 << 10;  ///< all panels take 4 KiB

/// The first line; what begins with a semicolon is a comment to Dear ImGui.
std::string heading_of(const std::string& settings) {
  return "; gemmscope, Dear ImGui " IMGUI_VERSION ", checksum " +
         std::to_string(ImHashData(settings.data(), settings.size())) + "\n";
}

}  // namespace

std::string read_layout(const std::string& path) {
  auto file = format::InputFile::open(path);
  std::vector<std::byte> bytes;
  if (!file || !file->read_up_to(kMostBytes + 1, bytes) || bytes.size() > kMostBytes) return {};
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string settings = text.substr(std::min(text.size(), text.find('\n') + 1));
  return text == heading_of(settings) + settings ? settings : std::string();
}

void write_layout(const std::string& path, const std::string& settings) {
  const std::string text = heading_of(settings) + settings;
  if (text.size() > kMostBytes) return;
  (void)format::replace_file(path, std::as_bytes(std::span(text)));
}

}  // namespace gemmscope::shell
