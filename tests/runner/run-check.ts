import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, spawnGroup } from '../../scripts/processes/process-group.ts'
import { type Count, withoutSilence } from './counts.ts'
import { type Check, clearReport, countReport } from './steps.ts'

const root = resolve(import.meta.dirname, '../..')

interface RunOptions {
  env: NodeJS.ProcessEnv
  /** Receives the process, so that it can be stopped. */
  onSpawn(running: Running): void
  /** Receives its output, which goes to the terminal otherwise. */
  onOutput: ((chunk: Buffer) => void) | undefined
}

export async function runCheck(check: Check, { env, onSpawn, onOutput }: RunOptions): Promise<Count> {
  await clearReport(check)
  const [command, ...args] = check.command as [string, ...string[]]
  const target = onOutput ? 'pipe' : 'inherit'
  const { child, running } = await spawnGroup(command, args, {
    cwd: root,
    env: { ...env, ...check.env },
    stdio: ['ignore', target, target],
    shell: process.platform === 'win32',
  })
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
  const closed = onOutput && once(child, 'close')
  onSpawn(running)
  const abort = new AbortController()
  const late = sleep(check.timeoutMs, 'late' as const, { signal: abort.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([running.exited, late])
  abort.abort()
  // Also after a success: no process that it started may continue into the next step.
  await running.stop(2_000)
  await closed
  const exitCode = outcome === 'late' ? 124 : (outcome.code ?? 1)
  const count = withoutSilence(await countReport(check, exitCode), exitCode)
  return outcome === 'late'
    ? { ...count, complaint: `not done after ${check.timeoutMs / 60_000} min` }
    : count
}
