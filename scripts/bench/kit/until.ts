import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../refusal.ts'

type Patience = { everyMs?: number; patienceMs?: number; late?: () => string }

/** Looks again and again until something is found. @throws a Refusal, in the words of `late`, when that takes too long */
export async function until<T>(
  look: () => Promise<T | false | null>,
  { everyMs = 25, patienceMs = 60_000, late }: Patience = {},
): Promise<T> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const found = await look()
    if (found) return found
    await sleep(everyMs)
  }
  throw new Refusal(late?.() ?? `What was waited for has not come in ${patienceMs / 1_000} s.`)
}
