/**
 * Options of Node for a process of the shop (`docs/performance.md`: "Memory"). By itself V8 lets a process of 60 MB
 * grow to five times that before it collects: young objects get 8 MB twice over, and old ones are looked through when
 * there are half as many again as lived through the last time. None is a limit: whoever needs more gets it.
 */
export const memoryFlags = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
]

/** In how many places the C library keeps free memory: by itself eight for each processor. */
export const fewArenas = { MALLOC_ARENA_MAX: '2' }
