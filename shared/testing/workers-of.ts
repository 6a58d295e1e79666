import type { Deps } from '../domain/deps.ts'

export type Workers = { stop(): Promise<void> }

/** The queues' workers, in this process. Loaded only when a test asks for them. */
export async function workersOf(deps: Deps): Promise<Workers> {
  const address = new URL('../../workers/src/start-workers.ts', import.meta.url).href
  const { startWorkers } = (await import(/* @vite-ignore */ address)) as {
    startWorkers(deps: Deps): Promise<Workers> | Workers
  }
  return startWorkers(deps)
}
