import { setTimeout as sleep } from 'node:timers/promises'

export { sleep }

export class TooLate extends Error {
  override name = 'TooLate'
}

/**
 * Waits until a condition holds and returns how long that took, in ms.
 * @throws TooLate, with a description of the condition
 */
export async function waitFor(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { limitMs = 60_000, everyMs = 50 } = {},
): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    if (await isSo()) return Math.round(performance.now() - startedAt)
    if (performance.now() - startedAt > limitMs) throw new TooLate(`${what}: not within ${limitMs} ms`)
    await sleep(everyMs)
  }
}
