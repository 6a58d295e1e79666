import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Running, spawnGroup } from '../../../scripts/processes/process-group.ts'

const root = resolve(import.meta.dirname, '../../..')

export type ProcessSpec = {
  name: string
  /** Relative to the project's folder: `workers/src/main.ts`. */
  script: string
  env: NodeJS.ProcessEnv
  /** Files that Node preloads, and other options of Node. */
  nodeOptions?: string[]
}

export type LogLine = {
  at: number
  process: string
  level: number
  text: string
  line: Record<string, unknown>
}

/** A process of the shop that can be killed by its id, and restarted. */
export type NodeProcess = {
  name: string
  pid(): number
  isRunning(): boolean
  /** Resolves when the process is ready. Changed settings apply to later starts too. */
  start(change?: { nodeOptions?: string[]; addEnv?: Record<string, string> }): Promise<void>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** SIGTERM, and SIGKILL after `graceMs`; returns how it ended, `null` for a clean exit. */
  stop(graceMs?: number): Promise<string | null>
  /** Resolves when the current run ends for any reason. */
  gone(): Promise<void>
  log: LogLine[]
}

const keptLines = 20_000

export function describeProcess(first: ProcessSpec): NodeProcess {
  let spec = first
  let running: Running | undefined
  const log: LogLine[] = []
  const remember = (text: string) => {
    const line = readLine(text)
    log.push({
      at: Number(line.time ?? Date.now()),
      process: spec.name,
      level: Number(line.level ?? 50),
      text,
      line,
    })
    if (log.length > keptLines) log.shift()
    return line
  }
  return {
    name: spec.name,
    log,
    pid: () => running?.pid ?? 0,
    isRunning: () => running !== undefined,
    async start({ addEnv, nodeOptions } = {}) {
      spec = { ...spec, ...(nodeOptions ? { nodeOptions } : {}), env: { ...spec.env, ...addEnv } }
      const args = [...(spec.nodeOptions ?? []), spec.script]
      const spawned = await spawnGroup(process.execPath, args, {
        cwd: root,
        env: spec.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running = spawned.running
      const current = running
      void current.exited.then(() => {
        if (running === current) running = undefined
      })
      await untilReady(
        spec.name,
        current,
        [spawned.child.stdout, spawned.child.stderr] as Readable[],
        remember,
      )
    },
    async kill() {
      const current = running
      if (!current) return
      await current.stop(0)
    },
    signal: (signal) => {
      if (running) process.kill(running.pid, signal)
    },
    async stop(graceMs = 10_000) {
      const current = running
      if (!current) return null
      await current.stop(graceMs)
      const { code, signal } = await current.exited
      return code === 0 ? null : (signal ?? `code ${code}`)
    },
    gone: async () => {
      await running?.exited
    },
  }
}

// biome-ignore lint/complexity/useMaxParams: the parts of one start
async function untilReady(
  name: string,
  running: Running,
  streams: Readable[],
  remember: (text: string) => Record<string, unknown>,
): Promise<void> {
  let lastOutput = 'none'
  const ready = new Promise<'ready'>((done) => {
    for (const stream of streams) {
      createInterface({ input: stream }).on('line', (text) => {
        lastOutput = text
        if (remember(text).ready === true) done('ready')
      })
    }
  })
  const limit = AbortSignal.timeout(40_000)
  const late = new Promise<'late'>((done) => limit.addEventListener('abort', () => done('late')))
  const outcome = await Promise.race([ready, late, running.exited])
  if (outcome === 'ready') return
  await running.stop(0)
  const reason = outcome === 'late' ? 'no word in 40 s' : `it ended, and its last words were ${lastOutput}`
  throw new Error(`${name} did not become ready: ${reason}`)
}

function readLine(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
