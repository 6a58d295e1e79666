import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../refusal.ts'

const patienceMs = 60_000

/** Looks again and again until something is found. @throws a Refusal when that takes a minute */
export async function until<T>(look: () => Promise<T | false | null>): Promise<T> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const found = await look()
    if (found) return found
    await sleep(25)
  }
  throw new Refusal(`What was waited for has not come in ${patienceMs / 1_000} s.`)
}
