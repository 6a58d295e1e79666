import { join } from 'node:path'
import { type ChildSpec, startChild } from './child.ts'
import type { LaunchOptions } from './launch-options.ts'
import { fewArenas, memoryFlags } from './memory-flags.ts'
import type { Role } from './process-plan.ts'
import { systemEnv } from './stack-settings.ts'

interface NodeProcess {
  role: Role
  name: string
  /** The script, relative to the root. */
  script: string
  args?: string[]
  env: NodeJS.ProcessEnv
  ready: ChildSpec['ready']
}

export function startSimulators(launchOptions: LaunchOptions): Promise<void> {
  const { ports, settings, demo, dataDir } = launchOptions
  return add(launchOptions, {
    role: 'simulators',
    name: 'simulators',
    script: 'tests/simulators/main.ts',
    env: {
      ...systemEnv(),
      ...demo,
      LOG_LEVEL: settings.LOG_LEVEL,
      SIMULATOR_PORT: String(ports.simulators),
      SIMULATOR_SMTP_PORT: String(ports.smtp),
      SIMULATOR_DATA: join(dataDir, 'simulators'),
      APP_URL: `http://127.0.0.1:${ports.apis[0]}`,
    },
    ready: 'line',
  })
}

/** Starts API, workers and, in development, Vite's servers. Resolves when all are ready. */
export async function startApplication(launchOptions: LaunchOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const options = [...memoryFlags, ...(launchOptions.dev ? ['--watch', '--watch-preserve-output'] : [])]
  const apis = launchOptions.ports.apis.map((port, index) =>
    add(launchOptions, {
      role: 'api',
      name: numbered('api', index),
      script: 'api/src/main.ts',
      args: options,
      env: { ...env, ...metricsPort(env, index), PORT: String(port) },
      ready: 'line',
    }),
  )
  const workers = Array.from({ length: launchOptions.workers }, (_, index) =>
    add(launchOptions, {
      role: 'workers',
      name: numbered('workers', index),
      script: 'workers/src/main.ts',
      args: options,
      env: { ...env, ...metricsPort(env, apis.length + index), HEALTH_PORT: env.HEALTH_PORT ?? '0' },
      ready: 'line',
    }),
  )
  await Promise.all([...apis, ...workers, ...(launchOptions.dev ? startPages(launchOptions) : [])])
}

function startPages(launchOptions: LaunchOptions): Promise<void>[] {
  const { ports, settings } = launchOptions
  const env = {
    ...settings,
    NODE_ENV: 'development',
    API_URL: `http://127.0.0.1:${ports.apis[0]}`,
    ADMIN_DEV_URL: `http://127.0.0.1:${ports.admin}`,
  }
  const page = (app: string, port: number) =>
    add(launchOptions, {
      role: 'pages',
      name: `${app} pages`,
      script: 'node_modules/vite/bin/vite.js',
      args: [app, '--host', '127.0.0.1', '--port', String(port), '--strictPort', '--clearScreen', 'false'],
      env,
      ready: { port },
    })
  return [page('storefront', ports.front), page('admin', ports.admin)]
}

/** On one machine each process serves its metrics on a port of its own, from METRICS_PORT on. */
const metricsPort = ({ METRICS_PORT }: NodeJS.ProcessEnv, index: number): NodeJS.ProcessEnv =>
  Number(METRICS_PORT) > 0 ? { METRICS_PORT: String(Number(METRICS_PORT) + index) } : {}

const numbered = (name: string, index: number) => (index === 0 ? name : `${name} ${index + 1}`)

function add(
  { root, logDir, processPlan, reporter }: LaunchOptions,
  { role, name, script, args = [], env, ready }: NodeProcess,
) {
  // Vite takes its arguments after the script, Node's watch mode before it.
  const order = role === 'pages' ? [join(root, script), ...args] : [...args, join(root, script)]
  const spec: ChildSpec = {
    name,
    args: order,
    cwd: root,
    env: { ...fewArenas, ...withCompileCache(env, root) },
    ready,
  }
  return processPlan.add({
    role,
    name,
    marker: script,
    start: (onSpawn) => startChild(spec, { logDir, warn: reporter.warn }, onSpawn),
  })
}

/** With Node's compile cache a process starts a third faster. */
function withCompileCache(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...env }
}
