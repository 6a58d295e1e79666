export interface Stoppable {
  stop(graceMs?: number): Promise<void>
}

/** Things that stop together, and the moment, counted from the beginning, when those that still run are killed. */
export interface StopPhase {
  stop: Stoppable[]
  killAtMs: number
}

/** Stops one phase after another. A phase that ends early gives its time to the next. */
export async function stopInOrder(phases: StopPhase[]): Promise<void> {
  const startedAt = Date.now()
  for (const { stop, killAtMs } of phases) {
    const graceMs = Math.max(0, killAtMs - (Date.now() - startedAt))
    await Promise.all(stop.map((stoppable) => stoppable.stop(graceMs)))
  }
}
