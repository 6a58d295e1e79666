import { join, resolve } from 'node:path'
import { productionHosts } from '@jhatpat/shared/platform/provider-addresses.ts'
import { readSecretFiles } from '@jhatpat/shared/platform/secret-settings.ts'
import { CliError } from '../processes/cli-error.ts'
import { lockFolder } from '../processes/folder-lock.ts'
import { freePorts, requireFreePort } from '../processes/free-port.ts'
import { removeRunningSettings, writeRunningSettings } from '../processes/running-settings.ts'
import { startParentWatcher } from '../processes/start-parent-watcher.ts'
import { runProgram } from '../services/run-program.ts'
import { buildApps } from './builds.ts'
import { demoSettings } from './demo-settings.ts'
import type { LaunchOptions } from './launch-options.ts'
import { type Login, prepareDatabase } from './prepare.ts'
import { createProcessPlan, type Role } from './process-plan.ts'
import { provideServers } from './provide-servers.ts'
import { providersToSimulate } from './providers.ts'
import { quietReporter, type Reporter } from './reporter.ts'
import { type Ports, sharedSettings } from './stack-settings.ts'
import { startApplication, startSimulators } from './start-processes.ts'

export interface StackOptions {
  /** Databases, secrets, journals and logs; one stack at a time runs on it. */
  dataDir: string
  /** Ports that are not given are chosen freely. */
  ports?: Partial<Ports>
  /**
   * Settings that override the demo's; with MONGODB_URI or REDIS_URL that server is used and none is
   * started.
   */
  env?: NodeJS.ProcessEnv
  reporter?: Reporter
  /** How many processes of each kind. */
  apis?: number
  workers?: number
  /** Vite's dev servers in front, and a restart of API and workers on each change of their sources. */
  dev?: boolean
  /** The folder that contains the programs. */
  root?: string
  /** Cancels the start, and stops everything that it has started, when aborted. */
  signal?: AbortSignal
}

export interface Stack {
  /** The address of the shop; the admin app is at `/admin` below it. */
  url: string
  /** One for each API process. */
  apiUrls: string[]
  /** The address of the simulators: `/inbox`, `/control/upigateway` and so on are below it. */
  simulatorUrl: string
  /** The names of the providers that are simulated. */
  simulated: string[]
  /** The names of the providers with real money and real purchases. */
  real: string[]
  /** The settings of all processes. */
  env: NodeJS.ProcessEnv
  logins: Login[]
  /** The folder of the processes' logs. */
  logDir: string
  readonly processes: { name: string; role: Role; pid: number }[]
  /** Stops everything in order, within 10 s. */
  stop(): Promise<void>
}

/**
 * Starts databases, simulators, API and workers.
 * @throws CliError, with nothing left running, when it cannot
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { root = resolve(import.meta.dirname, '../..') } = options
  const { source: env, problems } = readSecretFiles(options.env ?? {})
  if (problems.size > 0) throw new CliError([...problems.values()].join('\n'))
  const { reporter, mute } = withMute(options.reporter ?? quietReporter())
  const dataDir = resolve(options.dataDir)
  const simulated = providersToSimulate(env)
  const folderLock = await lockFolder(dataDir, reporter.warn)
  const stopParentWatcher = startParentWatcher(folderLock)
  const processPlan = createProcessPlan(folderLock, reporter)
  const stop = async () => {
    mute()
    await processPlan.stop()
    removeRunningSettings(dataDir)
    folderLock.release()
    stopParentWatcher()
  }
  const logDir = join(dataDir, 'logs')
  try {
    const ports = await choosePorts(options)
    const demo = await demoSettings(dataDir)
    const revision = env.APP_REVISION || (await gitRevision(root))
    const settings = sharedSettings({ env: { ...env, APP_REVISION: revision }, demo, simulated, ports })
    const real = productionHosts(settings)
    const started = startAllProcesses({
      root,
      dataDir,
      logDir,
      ports,
      settings,
      simulated,
      real,
      demo,
      workers: options.workers ?? 1,
      dev: options.dev ?? false,
      reporter,
      processPlan,
    })
    const { env: complete, logins } = await unlessAborted(started, options.signal)
    writeRunningSettings(dataDir, complete)
    return {
      url: `http://localhost:${ports.front}`,
      apiUrls: ports.apis.map((port) => `http://127.0.0.1:${port}`),
      simulatorUrl: `http://127.0.0.1:${ports.simulators}`,
      simulated: simulated.map(({ title }) => title),
      real,
      env: complete,
      logins,
      logDir,
      get processes() {
        return processPlan.processes()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The commit of a checkout; empty where there is none, or no git. */
async function gitRevision(root: string): Promise<string> {
  const { code, output } = await runProgram('git', ['rev-parse', 'HEAD'], { cwd: root, timeoutMs: 5_000 })
  return code === 0 && /^[0-9a-f]{40}$/.test(output) ? output : ''
}

/** Messages of processes while they stop, such as that a database is unavailable, would only confuse. */
function withMute(reporter: Reporter): { reporter: Reporter; mute: () => void } {
  let isMuted = false
  const warn = (line: string) => {
    if (!isMuted) reporter.warn(line)
  }
  const mute = () => {
    isMuted = true
  }
  return { reporter: { ...reporter, warn }, mute }
}

async function choosePorts({ ports = {}, apis = 1, dev }: StackOptions): Promise<Ports> {
  if (ports.front) await requireFreePort(ports.front)
  const free = await freePorts(4 + apis)
  const next = () => free.pop() as number
  const front = ports.front ?? next()
  const givenApis = ports.apis ?? []
  const apiPorts = Array.from(
    { length: apis },
    (_, index) => givenApis[index] ?? (index === 0 && !dev ? front : next()),
  )
  return {
    front,
    apis: apiPorts,
    admin: ports.admin ?? next(),
    simulators: ports.simulators ?? next(),
    smtp: ports.smtp ?? next(),
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  work.catch(() => {})
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

export interface StartedProcesses {
  /** The settings of all processes, with the addresses of the databases. */
  env: NodeJS.ProcessEnv
  logins: Login[]
}

/** Starts everything of a stack, each process as soon as its dependencies are ready. */
export async function startAllProcesses(launchOptions: LaunchOptions): Promise<StartedProcesses> {
  const { reporter, settings, simulated, dev, root } = launchOptions
  const [servers] = await Promise.all([
    provideServers(launchOptions),
    simulated.length > 0 && reporter.step('Simulators', () => startSimulators(launchOptions)),
    !dev && buildApps(root, reporter),
  ])
  const env = { ...settings, ...servers }
  const logins = await reporter.step('Updating the database', () => prepareDatabase(launchOptions, env))
  await reporter.step('API and workers', () => startApplication(launchOptions, env))
  return { env, logins }
}
