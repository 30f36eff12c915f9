// SPDX-License-Identifier: MIT
// PTX and machine code beneath the current line of the source panel.
#include "app/draw/canvas.h"
#include "app/session/study.h"
#include "app/theme/colours.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

/// The naive kernel at its load of A.
session::Session compiled() { return recorded("kernel=naive/size=32x32x32"); }

session::CompiledPtx code_of(std::uint32_t line) {
  machine::MachineCode code;
  code.compiler = "ptxas 13.0", code.architecture = "sm_80", code.needs.registers = 40, code.instructions = 90;
  const machine::AccessCount ptx{{machine::Kind::kGlobalLoad, 4}, 8, "ld.global.f32"},
      machine{{machine::Kind::kGlobalLoad, 16}, 2, "LDG.E.128"};
  code.lines = {{line, {{"ld.global.f32 %f1, [%rd1];", true}}, {{"LDG.E.128 R4, [R2]", true}}, {ptx}, {machine}}};
  return code;
}

void put(session::Session& session, const session::CompiledPtx& code) {
  const session::Study study = session::study_of(session.look, session::StudyKind::kMachineCode);
  session::put(session.look, study, std::make_shared<const session::CompiledPtx>(code), 1);
}

std::string texts(const session::Session& session) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {480, 600}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("source"), session, actions, canvas);
  std::string all;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) all += text->text + "\n";
  return all;
}

bool has(const std::string& texts, const std::string& text) { return texts.find(text) != texts.npos; }

TEST(MachineCodeView, IsOfferedWhereThereIsPtx) {
  session::Session session = compiled();
  EXPECT_TRUE(has(texts(session), "show PTX and machine code"));
  format::Recording without = *session.look.recording();
  without.code = {};
  session::Session other;
  session::open(other, std::make_shared<const session::Loaded>(std::move(without)));
  other.look.views.source.machine = true;
  EXPECT_FALSE(has(texts(other), "PTX"));
}

TEST(MachineCodeView, StandsBeneathTheCurrentLine) {
  session::Session session = compiled();
  session.look.views.source.machine = true;
  EXPECT_TRUE(has(texts(session), "Compiling and disassembling"));
  put(session, code_of(*session.look.selected.line));
  const std::string shown = texts(session);
  for (const char* text : {"LDG.E.128 R4, [R2]", "ld.global.f32 %f1, [%rd1];", "PTX 8 of 4 bytes", "2 of 16",
                           "ptxas 13.0 for sm_80", "40 registers", "hide PTX and machine code"})
    EXPECT_TRUE(has(shown, text)) << text << "\n" << shown;
  session.look.views.source.machine = false;
  EXPECT_FALSE(has(texts(session), "LDG"));
}

TEST(MachineCodeView, SaysWhatLinesHaveNone) {
  session::Session session = compiled();
  session.look.views.source.machine = true;
  put(session, code_of(*session.look.selected.line + 1));
  EXPECT_TRUE(has(texts(session), "No PTX and no machine code of this line"));
}

TEST(MachineCodeView, SaysWhyThereIsNone) {
  session::Session session = compiled();
  session.look.views.source.machine = true;
  put(session, fail(ErrorKind::kNoDevice, "there is no ptxas here"));
  EXPECT_TRUE(has(texts(session), "There is no ptxas here"));
}

}  // namespace
}  // namespace gemmscope::views
