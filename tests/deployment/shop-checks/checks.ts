import { elapsed } from '../../../scripts/launcher/reporter.ts'
import { interrupted } from '../engine/interruption.ts'

export interface CheckResult {
  name: string
  reason?: string
}

/**
 * Runs checks one after the other, each with a line in the terminal, and remembers how they ended. Once the run is
 * interrupted there is none.
 */
export function createChecks() {
  const results: CheckResult[] = []
  const print = (name: string, startedAt: number, detail: string) =>
    console.log(`  ✓ ${name}${detail ? `: ${detail}` : ''} (${elapsed(startedAt)})`)
  return {
    results,
    /** @param run returns what was seen, for the terminal, and throws where the check fails */
    async check(name: string, run: () => Promise<string | undefined>): Promise<boolean> {
      if (interrupted.aborted) return false
      const startedAt = performance.now()
      try {
        print(name, startedAt, (await run()) ?? '')
        results.push({ name })
        return true
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        console.log(`  ✗ ${name} (${elapsed(startedAt)})\n${reason}`)
        results.push({ name, reason })
        return false
      }
    },
  }
}

export type Checks = ReturnType<typeof createChecks>

/** @throws with this sentence unless it is so */
export function must(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(sentence)
}
