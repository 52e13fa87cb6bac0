// How threads of Halide's runtime wait. A worker that finds no work, and a caller whose last tasks others
// still run, yield 40 times in a row and then sleep; Halide's own yield takes 0.3 us where no other thread
// wants the core, so that a thread sleeps after 12 us and is late for the next loop, which has to wake it.
// This one stays awake for 2 us each time, 80 in all. [112x112x32 depthwise and 56x56x64-64 1x1, 100 us on 2
// threads: 1.5 and 1.3 times as fast; layers of several ms unchanged; 7x7x960 depthwise, 13 us: .9 times;
// reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-22]
//
// An object of its own, which `autoconfig build` puts in every library: its halide_thread_yield takes the
// place of the runtime's, which is weak.
#include <sched.h>
#include <time.h>

namespace {

constexpr long long awake_ns = 2000;

long long now_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/// Leaves the core's resources to its other thread, where it has two.
void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

} // namespace

extern "C" {

void halide_thread_yield() {
    const long long until = now_ns() + awake_ns;
    do pause();
    while (now_ns() < until);
    sched_yield();
}

/// Does nothing. What refers to it is linked with this object.
int autoconfig_thread_yield() { return 0; }
}
