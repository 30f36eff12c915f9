// SPDX-License-Identifier: MIT
/// @file request_edits.h
/// Choosing what is recorded. Each change goes into Bench::chosen; where that asks for something else than what is
/// shown it sets `record_due`: the window then records again and shows the old picture until the new one is there.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "tracing/analysis/layout_parameters.h"

namespace gemmscope::session {

/// Names and values.
using Parameters = std::vector<std::pair<std::string, std::string>>;
/// All that the wanted variant would be recorded with. Cost: the variant is worked out, some microseconds.
Parameters wanted_parameters(const Session& session);
/// The value that `name` would be recorded with; empty if the kernel has no such parameter.
std::string wanted_parameter(const Session& session, std::string_view name);
int wanted_number(const Session& session, std::string_view name);
bool has_parameter(const Session& session, std::string_view name);

/// Chooses `value`. Parameters that were chosen before give way where they exclude it, for as long as it stays chosen;
/// `next_notice` says which.
void set_parameter(Session& session, const std::string& name, const std::string& value);
void set_padding(Session& session, const std::string& name, int value);
/// Of a parameter whose values are words: the next that can be had beside what else is chosen, or, if there is none,
/// the next for which something else gives way.
void next_choice(Session& session, const std::string& name);
/// Chooses one of the sizes that presets give. What cannot be had with the others is remembered (Bench::tile_draft)
/// until it can be had with more that are typed, or something else is chosen.
void set_tile_size(Session& session, const std::string& name, int value);
/// "k10_a6000", "k10_a6000 BK=32": as recordings name it.
std::string preset_in_words(const record::RecordRequest& request);
/// The sizes that are wanted, as they are typed.
Parameters typed_tile_sizes(const Session& session);
/// "PA=4 PB=4": these, and every other parameter that the preset does not give at its default.
void set_layout(Session& session, const std::string& layout);
/// With its first preset and its defaults. A deliberately broken kernel has the size at which its mistake shows until
/// one is chosen for it; the size that was chosen before comes back with a correct kernel.
void set_kernel(Session& session, const std::string& kernel);
void set_preset(Session& session, const std::string& preset);  ///< keeps what presets do not give: padding, ..
void set_size(Session& session, std::uint32_t M, std::uint32_t N, std::uint32_t K);
void set_backend(Session& session, record::Backend backend);
void record_again(Session& session);
/// Records two rows and two columns of blocks of what is wanted, with all warps and k-tiles. They are the last ones, so
/// that each kind of block at an edge is there and one inside: all figures of the launch follow from these.
void record_one_of_each_kind(Session& session);

void choose(Session& session, Choice choice);  ///< all at once

/// The next or previous value of the parameter with that key, if the kernel has one.
void next_value(Session& session, analysis::LayoutKey key, int direction);

/// From now on changes to a GPU's recording are recorded on the emulator, which makes the same addresses.
void change_on_emulator(Session& session);
/// The same if this machine has no GPU, and what is shown is not a program's; else nothing.
void change_where_possible(Session& session);

}  // namespace gemmscope::session
