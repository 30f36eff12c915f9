// SPDX-License-Identifier: MIT
/// @file choice.h
/// What somebody chose to have recorded, apart from what of it had to be changed so that it can be had.
///
/// Only the choice is remembered; what is recorded is worked out of it anew each time. So a parameter that was changed
/// for another one's sake goes back as soon as the other lets it, and the way somebody came makes no difference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/kernel_info.h"
#include "tracing/record/request.h"

namespace gemmscope::session {

struct Choice {
  /// `overrides` in the order in which they were last chosen. The part of the launch counts only where `own_part`.
  record::RecordRequest request;
  bool preset_last = false;  ///< the preset was chosen after all of them
  bool own_size = true;      ///< the size was chosen after the kernel; if not, a broken kernel has its Mistake's
  bool own_part = true;  ///< the part was chosen; if not, the usual one: block 0,0 alone of products above 512 x 512 x
                         ///< 512, so that it stays quick

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// What `recording` was made from: kernel, preset, the parameters that differ from the preset's, sizes, selection.
record::RecordRequest request_of(const format::Recording& recording);

/// Whether both ask for the same to be recorded on the same backend.
bool same_recording(const record::RecordRequest& a, const record::RecordRequest& b);

/// The kernel of the table that `request` names; nullptr: there is none, or the request is a program's, whose kernel
/// may have the name of one.
const kernels::KernelInfo* kernel_of(const record::RecordRequest& request);

/// What is recorded of `choice`: with the sizes and the part that it leaves open. Where two parameters exclude each
/// other the one that was chosen later stays, and the other has the first value that is possible. Parameters are in the
/// table's order, those that the preset gives left out. What cannot be had at all is left as it is: recording it says
/// why.
record::RecordRequest adjusted(const Choice& choice);

/// In sentences: which parameters and sizes are no longer what was chosen, and which are again, if what is chosen was
/// `before` and is `now`. `because` is what was chosen last, "pad=2". Empty: nothing but what was chosen has changed.
std::string adjustments(const Choice& before, const Choice& now, const std::string& because);

/// The parameter's value in `request`; empty if its kernel has none of that name.
std::string value_of(const record::RecordRequest& request, std::string_view name);
/// Whether presets decide it.
bool is_tile_size(const record::RecordRequest& request, std::string_view name);
/// nullptr if kernel_of() has none of that name, or there is no kernel.
const kernels::ParameterInfo* find_parameter(const record::RecordRequest& request, std::string_view name);

}  // namespace gemmscope::session
