declare global {
  var endsWithRun: true | undefined
}

// Vitest's main process ends its workers, unless it is killed itself. Files share a process: once is enough.
if (!globalThis.endsWithRun) {
  globalThis.endsWithRun = true
  process.once('disconnect', () => process.exit(1))
}
