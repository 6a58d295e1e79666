import { mkdir, open, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../processes/cli-error.ts'
import { freePort } from '../processes/free-port.ts'
import { isStill } from '../processes/process-alive.ts'
import { exitText, type Running, spawnGroup } from '../processes/process-group.ts'
import { withLibraries } from './program-version.ts'
import { redisSources } from './redis-sources.ts'
import { lastLine } from './run-program.ts'
import { firstWorkingSource } from './source-chain.ts'
import { waitForPort } from './wait-for-port.ts'

export interface RedisOptions {
  /** Contains the append-only file; kept between runs. */
  dataDir: string
  /** A free one by default. */
  port?: number
  log?: (line: string) => void
  /** Makes it a node that can join a cluster; nodes communicate on this port. */
  clusterPort?: number
  /** Receives each server process as soon as it runs, before it accepts work. */
  onSpawn?: (running: Running) => void
}

export interface RunningRedis extends Running {
  url: string
  port: number
  version: string
  /** Where the program comes from. */
  source: string
}

/**
 * Starts Redis on the loopback address, with an append-only file and without eviction as the queues need
 * it, and waits until it responds.
 * @throws CliError when no redis-server is available or it does not start
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const { dataDir, log, onSpawn } = options
  const program = await firstWorkingSource({
    wanted: 'Redis',
    sources: redisSources(),
    advice:
      'Start Redis 7.0 or newer yourself and set REDIS_URL, or install redis-server so that it is on PATH.',
    ...(log && { verbose: log }),
  })
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true })
  await refuseSecondServer(folder)
  const port = options.port ?? (await freePort())
  const logPath = join(folder, 'redis.log')
  const logFile = await open(logPath, 'a')
  const { running } = await spawnGroup(program.path, redisArguments(folder, { ...options, port }), {
    stdio: ['ignore', logFile.fd, logFile.fd],
    env: withLibraries(process.env, program.libraries),
  })
  await logFile.close()
  onSpawn?.(running)
  const up = await waitForPort(port, running.exited)
  if (up !== 'listening' || !(await isLoaded(port))) {
    await running.stop(0)
    const how = typeof up === 'string' ? 'no answer' : exitText(up)
    throw new CliError(
      `Redis did not start (${how}): ${lastLine(await readFile(logPath, 'utf8'))} Its log is ${logPath}.`,
    )
  }
  return {
    ...running,
    url: `redis://127.0.0.1:${port}`,
    port,
    version: program.version,
    source: program.source,
  }
}

function redisArguments(folder: string, { port, clusterPort }: Partial<RedisOptions>): string[] {
  const cluster = clusterPort ? ['--cluster-enabled', 'yes', '--cluster-port', String(clusterPort)] : []
  return [
    cluster,
    ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--daemonize', 'no'],
    ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
    // Without a process title the command line keeps showing the folder of the process.
    ['--pidfile', join(folder, 'redis.pid'), '--set-proc-title', 'no'],
  ].flat()
}

/** The file remains when Redis is killed: only a running process counts. */
async function refuseSecondServer(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, 'redis.pid'), 'utf8').catch(() => ''))
  if (!pid || !isStill(pid, folder)) return
  throw new CliError(
    `A Redis (process ${pid}) already uses ${folder}: stop what started it, or end that process.`,
  )
}

/** Redis listens before it has loaded its file: PING returns LOADING until then. */
async function isLoaded(port: number, timeoutMs = 30_000): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if ((await ping(port)).startsWith('+PONG')) return true
    await sleep(20)
  }
  return false
}

function ping(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const answer = (text: string) => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(1_000, () => answer(''))
    socket.once('data', (data) => answer(data.toString()))
    socket.once('error', () => answer(''))
    socket.once('close', () => answer(''))
  })
}
