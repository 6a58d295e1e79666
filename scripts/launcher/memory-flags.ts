/**
 * Node options for the processes of the shop (`docs/benches.md`: "Memory"). By default V8 lets a
 * process of 60 MB grow to five times that before it collects: the young generation has two spaces of 8 MB,
 * and the old one is collected when it has grown by half. None of these is a limit: a process that needs
 * more memory gets it.
 */
export const memoryFlags = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
]

/** Number of pools in which the C library keeps free memory; the default is eight for each processor. */
export const fewArenas = { MALLOC_ARENA_MAX: '2' }
