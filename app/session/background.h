// SPDX-License-Identifier: MIT
/// @file background.h
/// Work on a thread of its own, so that the window keeps drawing.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace gemmscope::session {

/// Does one job at a time. A job that comes while another is under way stops it and takes its place: only what was
/// asked for last ever comes of it.
template <class Job, class Product>
class Background {
 public:
  using GoOn = std::function<bool()>;                            ///< asked from any thread; false: stop
  using Work = std::function<Product(const Job&, const GoOn&)>;  ///< on a thread of its own; throws nothing

  /// `wake` is called on that thread when a product is ready: it must make the window look again.
  Background(Work work, std::function<void()> wake)
      : work_(std::move(work)), wake_(std::move(wake)), thread_([this](std::stop_token stop) { run(stop); }) {}

  void start(const Job& job) {
    const std::lock_guard lock(mutex_);
    waiting_ = job;
    done_.reset();
    changed_.notify_all();
  }

  /// Stops what is under way or waits: nothing comes of it.
  void stop() {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    done_.reset();
    stopped_ = working_;
  }

  /// The product, once.
  std::optional<Product> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, std::nullopt);
  }

  bool busy() const {
    const std::lock_guard lock(mutex_);
    return working_ || waiting_.has_value();
  }

  /// Waits until nothing is under way. For tests and for render.
  void wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !working_ && !waiting_; });
  }

 private:
  void run(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
      const Job job = *std::exchange(waiting_, std::nullopt);
      working_ = true;
      lock.unlock();
      Product product = work_(job, [&] {
        const std::lock_guard inner(mutex_);
        return !stop.stop_requested() && !waiting_ && !stopped_;
      });
      lock.lock();
      working_ = false;
      if (!std::exchange(stopped_, false) && !waiting_) done_ = std::move(product);
      changed_.notify_all();
      lock.unlock();
      if (wake_) wake_();
      lock.lock();
    }
  }

  Work work_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::optional<Job> waiting_;
  std::optional<Product> done_;
  bool working_ = false, stopped_ = false;  ///< stopped_: what it works at is no longer wanted
  std::jthread thread_;                     ///< last: it must stop before the members it uses go
};

}  // namespace gemmscope::session
