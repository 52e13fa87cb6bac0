// Threads that share parallel loops. The caller opens a loop; whoever is awake takes its next iteration until
// none is left; the caller returns when those that took part are done. It never waits for a thread that has
// not come yet: on a virtual machine one that sleeps can take milliseconds to wake. So a thread stays awake
// for a while after its last loop, as OpenBLAS' do. [two threads, Halide's own pool and this one:
// 64x256x256 f32 called again at once 33 and 20 us, 192x640x832 after pauses of 1 ms 745 and 377 us, of 10 ms
// 793 and 407; build/bench/autoconfig_pauses, EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-24]
//
// An object of its own, in C++ without C++'s library: `autoconfig build` puts it in every library, and
// AutoConfig::runtime is it. It takes Halide's hook for parallel loops when the program starts. A loop within
// a loop, or of a second caller at the same time, goes to Halide's own pool.
#include "runtime/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include <atomic>

extern "C" {

using Task = int (*)(void*, int, uint8_t*);
using ParallelFor = int (*)(void*, Task, int, int, uint8_t*);

ParallelFor halide_set_custom_do_par_for(ParallelFor);
int halide_default_do_par_for(void*, Task, int, int, uint8_t*);
int halide_do_task(void*, Task, int, uint8_t*);
void halide_error(void*, const char*);
}

namespace {

constexpr int most_workers = 255;

struct Loop {
    void* user_context;
    Task task;
    uint8_t* closure;
    int end;
};

Loop loop; // whoever counts in `inside` may read it while it is open
std::atomic<bool> taken{false}, open{false}, stopping{false};
std::atomic<int> next{0}, inside{0}, failed{0};
std::atomic<unsigned> opened{0}; // loops so far
std::atomic<int> wanted{0};      // threads, callers among them; 0: not known yet
std::atomic<int> awake_us{20000};

pthread_t workers[most_workers];
std::atomic<int> created{0};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
std::atomic<int> sleeping{0};

long long now_us() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/// About a microsecond, in which another thread may have the core.
void pause() {
    for (int i = 0; i < 16; ++i) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("yield");
#endif
    }
    sched_yield();
}

/// HL_NUM_THREADS, as for Halide's own pool, or the cores that the process may use.
int default_threads() {
    const char* said = getenv("HL_NUM_THREADS");
    if (!said) said = getenv("HL_NUMTHREADS");
    if (said) return atoi(said);
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

int limited(int threads) { return threads < 1 ? 1 : threads > most_workers + 1 ? most_workers + 1 : threads; }

int threads() {
    int known = wanted;
    if (known == 0) wanted.compare_exchange_strong(known, limited(default_threads()));
    return wanted;
}

/// Iterations until none is left, or one has failed.
void take_part() {
    while (failed == 0) {
        const int i = next.fetch_add(1);
        if (i >= loop.end) return;
        if (const int status = halide_do_task(loop.user_context, loop.task, i, loop.closure)) failed = status;
    }
}

/// Until a loop is opened that the worker has not seen.
void wait_for_loop(unsigned seen) {
    const long long until = now_us() + awake_us;
    while (opened == seen && !stopping && now_us() < until) pause();
    if (opened != seen || stopping) return;
    pthread_mutex_lock(&mutex);
    ++sleeping;
    while (opened == seen && !stopping) pthread_cond_wait(&wake, &mutex);
    --sleeping;
    pthread_mutex_unlock(&mutex);
}

void wake_sleeping() {
    if (sleeping == 0) return;
    pthread_mutex_lock(&mutex);
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&mutex);
}

void* work(void* number) {
    const auto index = static_cast<int>(reinterpret_cast<intptr_t>(number));
    for (unsigned seen = 0; !stopping;) {
        wait_for_loop(seen);
        seen = opened;
        if (index + 1 >= wanted) continue; // fewer threads since
        ++inside;
        if (open) take_part();
        --inside;
    }
    return nullptr;
}

/// As many as the system gives.
void create_workers(int count) {
    for (intptr_t index = created; index < count; ++index) {
        if (pthread_create(&workers[index], nullptr, work, reinterpret_cast<void*>(index)) != 0) return;
        ++created;
    }
}

/// Nobody else's threads are in a process that was forked.
void forget_workers() {
    created = inside = sleeping = 0;
    open = taken = false;
    mutex = PTHREAD_MUTEX_INITIALIZER;
    wake = PTHREAD_COND_INITIALIZER;
}

__attribute__((constructor)) void begin() {
    halide_set_custom_do_par_for(autoconfig_do_par_for);
    pthread_atfork(nullptr, nullptr, forget_workers);
}

/// Before the code is unloaded.
__attribute__((destructor)) void end() {
    stopping = true;
    wake_sleeping();
    while (created > 0) pthread_join(workers[--created], nullptr);
}

} // namespace

extern "C" {

int autoconfig_do_par_for(void* user_context, Task task, int min, int size, uint8_t* closure) {
    const int all = threads();
    if (all == 1 || size < 2) {
        int status = 0;
        for (int i = min; i < min + size && status == 0; ++i)
            status = halide_do_task(user_context, task, i, closure);
        return status;
    }
    if (taken.exchange(true)) return halide_default_do_par_for(user_context, task, min, size, closure);
    create_workers(all - 1);
    loop = {user_context, task, closure, min + size};
    failed = 0;
    next = min;
    open = true;
    ++opened;
    wake_sleeping();
    take_part();
    open = false;
    while (inside != 0) pause();
    const int status = failed;
    taken = false;
    return status;
}

int autoconfig_stay_awake(int microseconds) { return awake_us.exchange(microseconds); }

/// In the place of Halide's, which says it to its own pool.
int halide_set_num_threads(int count) {
    if (count < 0) halide_error(nullptr, "halide_set_num_threads: must be >= 0.");
    return wanted.exchange(count == 0 ? limited(default_threads()) : limited(count));
}

int halide_get_num_threads() { return threads(); }

/// Does nothing. What refers to it is linked with this object.
int autoconfig_threads() { return 0; }
}
