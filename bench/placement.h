// One core for every thread of a contestant. A scheduler that packs waking threads onto a busy core, as those
// of virtual machines do to let the others sleep, else measures itself and not the contestants.
#pragma once

#include <set>
#include <vector>

namespace autoconfig::bench {

class Placement {
public:
    /// Of as many threads as a contestant may use. Does nothing for a single thread, nor where the process
    /// may not run on so many cores.
    explicit Placement(int threads);

    /// Gives the threads that this process has started since the last call, all of one contestant, the cores
    /// from the second on.
    void place_new_threads();

    /// Gives the calling thread, which every contestant uses, the first core. To be called once all threads
    /// are there: libraries count the cores their first caller may run on.
    void place_this_thread() const;

private:
    std::vector<int> cores_; // empty: nothing is placed
    std::set<int> placed_;   // ids of threads
};

} // namespace autoconfig::bench
