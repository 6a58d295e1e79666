import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { percentile } from '../../bench/kit/rows.ts'

/** Delays of an event loop's turns, in ms. */
export type LoopDelay = { p99: number; max: number }

/** Loads the meter into each Node process that gets these settings. */
export function loopMeterEnv(folder: string): Record<string, string> {
  const meter = pathToFileURL(join(import.meta.dirname, 'loop-meter-main.ts'))
  return { NODE_OPTIONS: `--import=${meter.href}`, ABUSE_LOOP_FOLDER: folder }
}

/** The meter writes several times a second; a blocked loop writes after it is free again. */
const writtenMs = 600

/**
 * Runs `work` and reads the delays of a process's event loop meanwhile.
 * @throws CliError where the process has written no figure: that is no measurement
 */
export async function loopDelayDuring<T>(
  { folder, pid }: { folder: string; pid: number },
  work: () => Promise<T>,
): Promise<{ result: T; delay: LoopDelay }> {
  const from = Date.now()
  const result = await work()
  await sleep(writtenMs)
  const text = await readFile(join(folder, `${pid}.txt`), 'utf8').catch(() => '')
  const late = latenessSince(text, from)
  if (late.length === 0) throw new CliError(`Process ${pid} has written nothing about its event loop.`)
  return { result, delay: { p99: percentile(late, 0.99), max: Math.max(...late) } }
}

/** Pure. The figures of all lines that were written after a moment. */
export function latenessSince(text: string, from: number): number[] {
  // The last line may be incomplete.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  return complete.split('\n').flatMap((line) => {
    const [at = 0, ...late] = line.split(' ').map(Number)
    return at > from ? late : []
  })
}
