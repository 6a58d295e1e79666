import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CliError } from '../processes/cli-error.ts'
import { freePort } from '../processes/free-port.ts'
import { isStill } from '../processes/process-alive.ts'
import { exitText, type Running, spawnGroup } from '../processes/process-group.ts'
import { mongodbSources } from './mongodb-sources.ts'
import { formReplicaSet } from './replica-set.ts'
import { firstWorkingSource, type Program } from './source-chain.ts'
import { waitForPort } from './wait-for-port.ts'

export interface MongoOptions {
  /** Kept between runs; each node has its own folder in it. */
  dataDir: string
  /** The first node's port; a free one by default. */
  port?: number
  nodes?: 1 | 3
  /** Lets tests make the server fail on purpose (`failCommand`). */
  testCommands?: boolean
  /** Gigabytes of memory for the storage engine in each node. */
  cacheGb?: number
  log?: (line: string) => void
  /** Receives each server process as soon as it runs, before it accepts work. */
  onSpawn?: (running: Running) => void
}

export interface RunningMongo extends Running {
  /** With the database `jhatpat` and the replica set's name. */
  uri: string
  port: number
  version: string
  /** Where the program comes from. */
  source: string
  /** One for each node; `pid` is the first of them. */
  pids: number[]
}

/**
 * Starts MongoDB as a replica set named rs0 on the loopback address and waits until it accepts writes.
 * @throws CliError when no mongod is available or one already uses the folder
 */
export async function startMongo(options: MongoOptions): Promise<RunningMongo> {
  const { nodes: count = 1, log } = options
  const program = await firstWorkingSource({
    wanted: 'MongoDB',
    sources: mongodbSources(),
    advice:
      'Start MongoDB 6.0 or newer as a replica set yourself and set MONGODB_URI, or install mongod so that it is on PATH.',
    ...(log && { verbose: log }),
  })
  const nodes: Node[] = []
  try {
    for (let index = 0; index < count; index++) nodes.push(await startNode(program, options, index))
    await formReplicaSet(hostOf(nodes[0] as Node), nodes.map(hostOf))
  } catch (error) {
    await Promise.all(nodes.map((node) => node.running.stop(2_000)))
    throw error
  }
  return asOne(program, nodes)
}

interface Node {
  port: number
  running: Running
}

const hostOf = (node: Node) => `127.0.0.1:${node.port}`

async function startNode(program: Program, options: MongoOptions, index: number): Promise<Node> {
  const folder = resolve(options.dataDir, `node-${index}`)
  await mkdir(folder, { recursive: true })
  await refuseSecondServer(folder)
  const port = (index === 0 && options.port) || (await freePort())
  const logPath = join(folder, 'mongod.log')
  const { running } = await spawnGroup(program.path, nodeArguments({ ...options, folder, port, logPath }), {
    stdio: 'ignore',
  })
  options.onSpawn?.(running)
  const up = await whenReady(port, running, options.log)
  if (up !== 'listening') {
    await running.stop(0)
    const reason = await lastError(logPath)
    throw new CliError(
      `MongoDB did not start (${up === 'late' ? 'no answer' : exitText(up)}): ${reason} Its log is ${logPath}.`,
    )
  }
  return { port, running }
}

/** After a crash MongoDB replays its journal first, which takes minutes after many writes. */
const recoveryMs = 10 * 60_000
const slowMs = 10_000

async function whenReady(port: number, { exited }: Running, log?: MongoOptions['log']) {
  const writeStatus = () =>
    log?.('MongoDB brings its data in order after a crash; with much data this takes minutes.')
  const slow = setTimeout(writeStatus, slowMs)
  try {
    return await waitForPort(port, exited, recoveryMs)
  } finally {
    clearTimeout(slow)
  }
}

/** Time after which transactions of a killed process are aborted; MongoDB's default is 60. */
export const deadTransactionSeconds = 5

interface NodeSettings extends MongoOptions {
  folder: string
  port: number
  logPath: string
}

function nodeArguments({ folder, port, logPath, testCommands, cacheGb = 0.5 }: NodeSettings): string[] {
  return [
    ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder],
    ['--logpath', logPath, '--wiredTigerCacheSizeGB', String(cacheGb), '--oplogSize', '256'],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ['--setParameter', `transactionLifetimeLimitSeconds=${deadTransactionSeconds}`],
    // By default, dropped collections keep their files open for five minutes; each test file drops a
    // database of 200 files.
    ['--setParameter', 'minSnapshotHistoryWindowInSeconds=10'],
    // By default a primary waits up to 15 s for its secondaries at shutdown.
    ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
    testCommands ? ['--setParameter', 'enableTestCommands=1'] : [],
    process.platform === 'win32' ? [] : ['--nounixsocket'],
  ].flat()
}

/** mongod leaves its process id in mongod.lock when it is killed: only a running process counts. */
async function refuseSecondServer(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, 'mongod.lock'), 'utf8').catch(() => ''))
  if (!pid || !isStill(pid, folder)) return
  throw new CliError(
    `A MongoDB (process ${pid}) already uses ${folder}: stop what started it, or end that process.`,
  )
}

async function lastError(logPath: string): Promise<string> {
  const lines = (await readFile(logPath, 'utf8').catch(() => '')).trimEnd().split('\n').reverse()
  const line = lines.find((text) => /"s":"[EF]"/.test(text))
  if (!line) return 'it wrote no error.'
  const { msg, attr } = JSON.parse(line) as { msg: string; attr?: { error?: unknown } }
  return `${msg}${attr?.error ? ` (${JSON.stringify(attr.error)})` : ''}.`
}

function asOne(program: Program & { source: string }, nodes: Node[]): RunningMongo {
  const first = nodes[0] as Node
  const hosts = nodes.map(hostOf).join(',')
  return {
    uri: `mongodb://${hosts}/jhatpat?replicaSet=rs0`,
    port: first.port,
    version: program.version,
    source: program.source,
    pid: first.running.pid,
    pids: nodes.map((node) => node.running.pid),
    exited: first.running.exited,
    stop: async (graceMs) => {
      await Promise.all(nodes.map((node) => node.running.stop(graceMs)))
    },
  }
}
