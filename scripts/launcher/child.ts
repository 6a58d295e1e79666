import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../processes/cli-error.ts'
import { type Exit, exitText, type Running, spawnGroup } from '../processes/process-group.ts'
import { waitForPort } from '../services/wait-for-port.ts'
import { type LogLine, readLogLine } from './log-lines.ts'

export interface ChildSpec {
  name: string
  /** Arguments for Node: options, then the script. */
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** `line`: ready when it prints a JSON line with `"ready":true`. A port: ready when it listens there. */
  ready: 'line' | { port: number }
  readyTimeoutMs?: number
}

export interface ChildOutput {
  /** The child's output is written there, to `<name>.log`. */
  logDir: string
  /** Receives the child's warnings and errors. */
  warn: (line: string) => void
}

/**
 * Starts a Node process and waits until it is ready. `onSpawn` is called as soon as it runs.
 * @throws CliError with its last output when it ends before it is ready, or is silent for too long
 */
export async function startChild(
  spec: ChildSpec,
  output: ChildOutput,
  onSpawn: (running: Running) => void = () => {},
): Promise<Running> {
  const { name, args, cwd, env, ready, readyTimeoutMs = 60_000 } = spec
  const logPath = join(output.logDir, `${name}.log`)
  const log = openLog(output.logDir, logPath)
  const { child, running } = await spawnGroup(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onSpawn(running)
  const lastOutput: string[] = []
  const saidReady = new Promise<'ready'>((resolve) => {
    const take = (line: LogLine) => {
      if (line.ready) resolve('ready')
      if (!line.shown) return
      lastOutput.push(line.shown)
      if (lastOutput.length > 12) lastOutput.shift()
      output.warn(`${name}: ${line.shown}`)
    }
    follow(child.stdout as Readable, log, (line) => take(readLogLine(line, 'stdout')))
    follow(child.stderr as Readable, log, (line) => take(readLogLine(line, 'stderr')))
  })
  child.once('close', () => log.end())
  const listening = ready === 'line' ? saidReady : waitForPort(ready.port, running.exited, readyTimeoutMs)
  const abort = new AbortController()
  const late = sleep(readyTimeoutMs, 'late' as const, { signal: abort.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([listening, running.exited, late])
  abort.abort()
  if (outcome === 'ready' || outcome === 'listening') return running
  await running.stop(1_000)
  throw new CliError(notReady(name, outcome, { lastOutput, logPath }))
}

function notReady(
  name: string,
  outcome: Exit | 'late',
  log: { lastOutput: string[]; logPath: string },
): string {
  const how =
    outcome === 'late' ? 'is not ready after a minute' : `stopped before it was ready (${exitText(outcome)})`
  const output = log.lastOutput.map((line) => `\n  ${line}`).join('')
  return `${name} ${how}.${output}\n  Everything it wrote is in ${log.logPath}.`
}

function follow(stream: Readable, log: WriteStream, take: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    log.write(`${line}\n`)
    take(line)
  })
}

const FULL_BYTES = 10_000_000

/** Appends to the log of earlier runs; a full log is renamed and replaces the previously renamed one. */
function openLog(logDir: string, path: string): WriteStream {
  mkdirSync(logDir, { recursive: true })
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FULL_BYTES) renameSync(path, `${path}.1`)
  return createWriteStream(path, { flags: 'a' })
}
