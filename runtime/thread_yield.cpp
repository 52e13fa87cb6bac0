// How threads of Halide's runtime wait. A worker that finds no work, and a caller whose last tasks others
// still run, yield 40 times in a row, look for work after each, and then sleep; Halide's own yield takes
// 0.3 us where no other thread wants the core, so that a thread sleeps after 12 us and is late for the next
// loop, which has to wake it. This one takes 0.25 us and a tenth of the time the thread has waited so far,
// 110 us in all: a short loop that follows at once is met at once. [two tasks of 4 us each, loop after loop:
// 4.6 us, 4.5 with Halide's own, 9.0 with 2 us each time; 20 us between loops: 5.5, 15, 6.5 to 9.2; EPYC
// (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22. 80 us awake in all: 112x112x32 depthwise and
// 56x56x64-64 1x1, 100 us on 2 threads, 1.5 and 1.3 times as fast; reference machine (Xeon, Emerald Rapids,
// model 207, 2 cores, KVM), 2026-11-22]
//
// An object of its own, which `autoconfig build` puts in every library: its halide_thread_yield takes the
// place of the runtime's, which is weak.
#include <sched.h>
#include <time.h>

namespace {

constexpr long long least_ns = 250, parts_of_wait = 10;

/// Yields further apart are of different waits, with work between them.
constexpr long long apart_ns = 1000;

/// Of this thread: when its wait began, and its last yield ended.
thread_local long long wait_began = 0, last_ended = 0;

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
    const long long now = now_ns();
    if (now - last_ended > apart_ns) wait_began = now;
    const long long until = now + least_ns + (now - wait_began) / parts_of_wait;
    sched_yield();
    for (last_ended = now_ns(); last_ended < until; last_ended = now_ns()) pause();
}

/// Does nothing. What refers to it is linked with this object.
int autoconfig_thread_yield() { return 0; }
}
