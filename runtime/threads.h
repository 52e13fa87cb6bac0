/* AutoConfig::runtime: how the parallel loops of Halide's kernels share threads. Linking it is enough. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How long a thread that has nothing to do looks for the next loop before it sleeps, in microseconds; 20000
   unless said. Returns what it was. 0 and less: it sleeps at once. */
int autoconfig_stay_awake(int microseconds);

/* Runs iterations min to min + size - 1 of a task, as halide_do_par_for does, and returns 0 or the status of
   one that failed. */
int autoconfig_do_par_for(void* user_context, int (*task)(void* user_context, int i, uint8_t* closure),
                          int min, int size, uint8_t* closure);

#ifdef __cplusplus
}
#endif
