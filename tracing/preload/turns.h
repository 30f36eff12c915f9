// SPDX-License-Identifier: MIT
/// @file turns.h
/// Takes turns at using the program's memory.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace gemmscope::preload {

/// Many threads at a time, or one alone. A thread that waits to be alone is not overtaken by others that come later.
class Turns {
 public:
  template <class Work>
  auto beside_others(const Work& work) {
    std::unique_lock door(door_);
    const std::shared_lock room(room_);
    door.unlock();
    return work();
  }
  [[nodiscard]] std::unique_lock<std::shared_mutex> alone() {
    const std::scoped_lock lock(door_);
    return std::unique_lock(room_);
  }

 private:
  std::mutex door_;
  std::shared_mutex room_;
};

}  // namespace gemmscope::preload
