/** Preloaded into a process: on SIGUSR2 its event loop is blocked for 6 s. */
process.on('SIGUSR2', () => {
  const end = performance.now() + 6_000
  while (performance.now() < end);
})
