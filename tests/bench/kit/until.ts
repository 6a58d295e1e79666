import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../../../scripts/processes/cli-error.ts'

type UntilOptions = { everyMs?: number; timeoutMs?: number; late?: () => string }

/**
 * Polls until a result is found.
 * @throws CliError, with the text `late`, after the timeout
 */
export async function until<T>(
  look: () => Promise<T | false | null>,
  { everyMs = 25, timeoutMs = 60_000, late }: UntilOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const found = await look()
    if (found) return found
    await sleep(everyMs)
  }
  throw new CliError(late?.() ?? `What was waited for has not come in ${timeoutMs / 1_000} s.`)
}
