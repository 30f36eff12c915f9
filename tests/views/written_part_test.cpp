// SPDX-License-Identifier: MIT
// Writers and Write-back say of a block what it stores as the report does, and no more than that.
#include <gtest/gtest.h>

#include <memory>

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/block_part.h"
#include "tracing/analysis/array_use.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

TEST(WrittenPart, IsWhatTheReportSays) {
  for (const char* program : {"two_files", "transpose", "gemv"}) {
    session::Session session;
    session::open(session, std::make_shared<const session::Loaded>(
                               *format::read_file("tests/data/recorded/" + std::string(program) + ".gst")));
    session::Look& look = session.look;
    for (const analysis::ArrayUse& use :
         analysis::array_uses(*look.recording(), look.loaded->shapes, look.loaded->footprints)) {
      if (use.stores.blocks == 0) continue;
      session::go_to(look, {use.stores.block, 0, 0});
      EXPECT_EQ(part_sentence(look, {use.tensor}),
                "Block (0,0,0) writes " + elements_text(*look.recording(), use.tensor, use.shape, use.stores.of_block));
    }
  }
}

}  // namespace
}  // namespace gemmscope::views
