// SPDX-License-Identifier: MIT
#include "app/session/study.h"

#include <algorithm>
#include <utility>

namespace gemmscope::session {
namespace {

const Studied& slot(const Look& look, StudyKind kind) { return look.studied[static_cast<std::size_t>(kind)]; }

bool wanted(const Look& look, StudyKind kind) {
  if (kind == StudyKind::kLife) return look.followed && look.current;
  return look.loaded && look.wanted[static_cast<std::size_t>(kind)];
}

template <class Product>
const Product* product(const Look& look, StudyKind kind) {
  const auto* made = std::get_if<std::shared_ptr<const Product>>(&slot(look, kind).outcome);
  return made != nullptr && slot(look, kind).of == study_of(look, kind) ? made->get() : nullptr;
}

}  // namespace

Study study_of(const Look& look, StudyKind kind) {
  Study study;
  study.kind = kind;
  study.loaded = look.loaded;
  if (kind == StudyKind::kLife)
    study.block = look.cursor.block, study.followed = look.followed;
  else if (kind == StudyKind::kMachineCode)
    study.architecture = look.views.source.architecture;
  else
    study.rule = look.rule;
  if (kind == StudyKind::kLimits) study.reports = look.reports, study.report = report_shown(look);
  return study;
}

std::optional<Study> due(const Look& look, StudyKind kind) {
  if (!wanted(look, kind)) return std::nullopt;
  Study study = study_of(look, kind);
  const bool there = slot(look, kind).of == study && slot(look, kind).outcome.index() != 0;
  return there ? std::nullopt : std::optional(std::move(study));
}

void put(Look& look, const Study& study, const Outcome& outcome, float share) {
  if (study_of(look, study.kind) == study) look.studied[static_cast<std::size_t>(study.kind)] = {study, outcome, share};
}

const results::BenchReport* report_shown(const Look& look) {
  if (!look.reports || look.reports->empty()) return nullptr;
  const int last = static_cast<int>(look.reports->size()) - 1;
  return &(*look.reports)[static_cast<std::size_t>(std::clamp(look.views.performance.report, 0, last))];
}

const analysis::Life* life_of(const Look& look) {
  return wanted(look, StudyKind::kLife) ? product<analysis::Life>(look, StudyKind::kLife) : nullptr;
}
const analysis::Reuse* reuse_of(const Look& look) { return product<analysis::Reuse>(look, StudyKind::kReuse); }
const MeasuredLimits* limits_of(const Look& look) { return product<MeasuredLimits>(look, StudyKind::kLimits); }
const CompiledPtx* machine_code_of(const Look& look) { return product<CompiledPtx>(look, StudyKind::kMachineCode); }

float share_done(const Look& look, StudyKind kind) {
  return slot(look, kind).of == study_of(look, kind) ? slot(look, kind).share : 0.0f;
}

void want(Look& look, StudyKind kind) { look.wanted[static_cast<std::size_t>(kind)] = true; }

void drop_stale(Look& look) {
  for (int k = 0; k < kStudyKinds; ++k)
    if (look.studied[k].of != study_of(look, static_cast<StudyKind>(k))) look.studied[k] = {};
}

}  // namespace gemmscope::session
