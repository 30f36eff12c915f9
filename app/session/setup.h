// SPDX-License-Identifier: MIT
/// @file setup.h
/// Changing what is recorded. Every change sets `record_due`; the window then records again and shows the old picture
/// until the new one is there.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/session/session.h"

namespace gemmscope::session {

/// What `recording` was made from: kernel, preset, the parameters that differ from the preset's, sizes, selection.
record::RecordRequest request_of(const format::Recording& recording);

/// The value that `name` would be recorded with; empty if the kernel has no such parameter.
std::string wanted_parameter(const Session& session, std::string_view name);
int wanted_number(const Session& session, std::string_view name);
bool has_parameter(const Session& session, std::string_view name);

void set_parameter(Session& session, const std::string& name, const std::string& value);
/// A padding. Where the kernel refuses it, as for accesses that it leaves misaligned, with the first choice of another
/// parameter that makes it possible, which `next_notice` names.
void set_padding(Session& session, const std::string& name, int value);
void next_choice(Session& session, const std::string& name);  ///< of a parameter whose values are words
/// "PA=4 PB=4": these, and every other parameter that the preset does not give at its default.
void set_layout(Session& session, const std::string& layout);
void set_kernel(Session& session, const std::string& kernel);  ///< a deliberately broken one at its own size
void set_preset(Session& session, const std::string& preset);  ///< keeps what presets do not give: padding, ..
/// Problem size. Of products larger than 512 x 512 x 512 only block 0,0 is recorded, so that it stays quick.
void set_size(Session& session, std::uint32_t M, std::uint32_t N, std::uint32_t K);
void set_backend(Session& session, record::Backend backend);
void record_again(Session& session);

/// A parameter that pads a shared tile: what the toolbar offers and the keys go through.
struct Padding {
  std::string_view name;  ///< PA
  const char* title;
  std::span<const int> values;
  char matrix;  ///< whose colour it has
};
std::span<const Padding> paddings();

/// PA of the kernels that have it, else PC or pad.
void next_padding_A(Session& session, int direction);
void next_padding_B(Session& session, int direction);

/// From a GPU's recording where there is no GPU: changes are recorded on the emulator, which makes the same addresses.
void change_on_emulator(Session& session);

}  // namespace gemmscope::session
