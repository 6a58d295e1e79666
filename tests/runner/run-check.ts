import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, spawnGroup } from '../../scripts/processes/process-group.ts'
import { type Count, withoutSilence } from './counts.ts'
import { type Check, clearReport, countReport } from './steps.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Runs one check with its output in the terminal. `onSpawn` receives the process, so that it can be
 * stopped.
 */
export async function runCheck(
  check: Check,
  env: NodeJS.ProcessEnv,
  onSpawn: (running: Running) => void,
): Promise<Count> {
  await clearReport(check)
  const [command, ...args] = check.command as [string, ...string[]]
  const { running } = await spawnGroup(command, args, {
    cwd: root,
    env: { ...env, ...check.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  onSpawn(running)
  const abort = new AbortController()
  const late = sleep(check.timeoutMs, 'late' as const, { signal: abort.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([running.exited, late])
  abort.abort()
  // Also after a success: no process that it started may continue into the next step.
  await running.stop(2_000)
  const exitCode = outcome === 'late' ? 124 : (outcome.code ?? 1)
  const count = withoutSilence(await countReport(check, exitCode), exitCode)
  return outcome === 'late'
    ? { ...count, complaint: `not done after ${check.timeoutMs / 60_000} min` }
    : count
}
