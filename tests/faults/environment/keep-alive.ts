import type { NodeProcess } from './node-process.ts'
import { sleep } from './wait.ts'

/** Restarts a process whenever it ends, like an orchestrator, until `stop`. */
export function keepAlive(processes: readonly NodeProcess[]): { restarts(): number; stop(): Promise<void> } {
  let stopped = false
  let restarts = 0
  const watch = async (process: NodeProcess) => {
    while (!stopped) {
      if (!process.isRunning()) {
        restarts += 1
        await process.start().catch(() => undefined)
      }
      await sleep(100)
    }
  }
  const watching = processes.map(watch)
  return {
    restarts: () => restarts,
    stop: async () => {
      stopped = true
      await Promise.all(watching)
    },
  }
}
