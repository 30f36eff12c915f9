// SPDX-License-Identifier: MIT
#include "app/gl/last_frame.h"

#include <algorithm>

namespace gemmscope::gl {
namespace {

using FrameBytes = std::vector<std::byte>;

void append_to(FrameBytes& bytes, const void* from, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(from);
  bytes.insert(bytes.end(), first, first + size);
}

template <class T>
void append_to(FrameBytes& bytes, const T& value) {
  append_to(bytes, &value, sizeof value);
}

template <class T>
void append_to(FrameBytes& bytes, const ImVector<T>& all) {
  append_to(bytes, all.Size);
  if (all.Size > 0) append_to(bytes, all.Data, static_cast<std::size_t>(all.size_in_bytes()));
}

void append_to(FrameBytes& bytes, const ImDrawCmd& command) {
  append_to(bytes, command.ClipRect);
  append_to(bytes, command.TexRef._TexData);
  append_to(bytes, command.TexRef._TexID);
  append_to(bytes, command.VtxOffset);
  append_to(bytes, command.IdxOffset);
  append_to(bytes, command.ElemCount);
  append_to(bytes, command.UserCallback);
  append_to(bytes, command.UserCallbackDataSize);
  if (command.UserCallbackDataSize > 0)
    append_to(bytes, command.UserCallbackData, static_cast<std::size_t>(command.UserCallbackDataSize));
  else
    append_to(bytes, command.UserCallbackData);
}

bool wait_for_contents(const ImVector<ImTextureData*>* textures) {
  return textures != nullptr && std::any_of(textures->begin(), textures->end(), [](const ImTextureData* texture) {
           return texture->Status != ImTextureStatus_OK;
         });
}

}  // namespace

bool LastFrame::is_same(const ImDrawData& data) {
  now_.clear();
  for (const ImVec2& size : {data.DisplayPos, data.DisplaySize, data.FramebufferScale}) append_to(now_, size);
  for (const ImDrawList* list : data.CmdLists) {
    append_to(now_, list->VtxBuffer);
    append_to(now_, list->IdxBuffer);
    append_to(now_, list->CmdBuffer.Size);
    for (const ImDrawCmd& command : list->CmdBuffer) append_to(now_, command);
  }
  std::swap(last_, now_);
  return !wait_for_contents(data.Textures) && last_ == now_;
}

}  // namespace gemmscope::gl
