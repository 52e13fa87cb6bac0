// Threads of this process by /proc, pinned by sched_setaffinity.
#include "bench/placement.h"

#include <sched.h>

#include <cstddef>
#include <filesystem>
#include <string>

namespace autoconfig::bench {

namespace {

std::vector<int> allowed_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cores;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set)) cores.push_back(core);
    return cores;
}

/// In the order they were started.
std::set<int> threads_of_this_process() {
    std::set<int> threads;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
        threads.insert(std::stoi(entry.path().filename().string()));
    return threads;
}

void pin(int thread, int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(thread, sizeof set, &set); // a thread that has ended meanwhile needs no core
}

} // namespace

Placement::Placement(int threads) {
    const std::vector<int> cores = allowed_cores();
    if (threads < 2 || static_cast<int>(cores.size()) < threads) return;
    cores_.assign(cores.begin(), cores.begin() + threads);
    placed_ = threads_of_this_process();
}

void Placement::place_this_thread() const {
    if (!cores_.empty()) pin(0, cores_.front());
}

void Placement::place_new_threads() {
    if (cores_.empty()) return;
    std::size_t next = 0;
    for (const int thread : threads_of_this_process()) {
        if (!placed_.insert(thread).second) continue;
        next = next + 1 < cores_.size() ? next + 1 : 1;
        pin(thread, cores_[next]);
    }
}

} // namespace autoconfig::bench
