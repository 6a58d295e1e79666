import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Writes down what cannot be asked for again, such as a supplier's answer: tries until it succeeds or `forMs` is
 * over, then throws the last error. `work` must be safe to repeat.
 */
export async function keepTrying<T>(work: () => Promise<T>, forMs = 20_000): Promise<T> {
  const end = performance.now() + forMs
  for (let waitMs = 50; ; waitMs = Math.min(2_000, waitMs * 2)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() + waitMs > end) throw error
      await sleep(waitMs)
    }
  }
}
