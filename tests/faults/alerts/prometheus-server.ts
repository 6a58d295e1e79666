import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { freePort } from '../../../scripts/processes/free-port.ts'
import { exitText, spawnGroup } from '../../../scripts/processes/process-group.ts'
import type { Program } from '../../../scripts/services/source-chain.ts'
import { waitFor } from '../environment/wait.ts'
import { type RuleFile, scaleDuration, scaleRules } from './scale-rules.ts'

/** An alert whose expression is true: `firing` once it has been for its `for`, `pending` before. */
export type ActiveAlert = { name: string; state: 'pending' | 'firing'; labels: Record<string, string> }

export type PrometheusServer = {
  activeAlerts(): Promise<ActiveAlert[]>
  /** The value of each series that an expression gives. */
  query(expression: string): Promise<number[]>
  stop(): Promise<void>
}

type Config = {
  global: { scrape_interval: string; evaluation_interval: string }
  rule_files: string[]
  alerting?: object
  scrape_configs: Record<string, unknown>[]
}

const source = resolve(import.meta.dirname, '../../../deploy/observability')

type ServerOptions = {
  program: Program
  folder: string
  factor: number
  /** The port of each process, by the name of its job. */
  targets: Record<string, number[]>
}

/**
 * Starts Prometheus on the loopback address, with the rules and the configuration of `deploy/observability`: its times
 * are divided by the factor, processes are named instead of discovered, and alerts are sent to no Alertmanager.
 * @throws CliError with the last line of its log when it refuses them
 */
export async function startPrometheus(options: ServerOptions): Promise<PrometheusServer> {
  const { program, folder } = options
  await mkdir(folder, { recursive: true })
  await writeConfig(options)
  const port = await freePort()
  const { child, running } = await spawnGroup(program.path, serverArguments(folder, port), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let lastLine = 'it wrote nothing'
  child.stderr?.on('data', (chunk: Buffer) => {
    lastLine = chunk.toString().trimEnd().split('\n').at(-1) ?? lastLine
  })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) })
    if (!response.ok) throw new Error(`Prometheus answered ${path} with ${response.status}`)
    return response
  }
  const ended = running.exited.then((exit) => {
    throw new CliError(`Prometheus did not start (${exitText(exit)}): ${lastLine}`)
  })
  ended.catch(() => undefined)
  const isReady = () =>
    get('/-/ready').then(
      () => true,
      () => false,
    )
  try {
    await Promise.race([waitFor('Prometheus is ready', isReady, { limitMs: 60_000, everyMs: 200 }), ended])
  } catch (error) {
    await running.stop(0)
    throw error
  }
  return {
    activeAlerts: async () => {
      const { data } = (await (await get('/api/v1/alerts')).json()) as AlertsReply
      return data.alerts.map(({ state, labels: { alertname = '', ...labels } }) => ({
        ...{ name: alertname, state, labels },
      }))
    },
    query: async (expression) => {
      const reply = await get(`/api/v1/query?query=${encodeURIComponent(expression)}`)
      const { data } = (await reply.json()) as QueryReply
      return data.result.map(({ value }) => Number(value[1]))
    },
    stop: () => running.stop(2_000),
  }
}

type AlertsReply = {
  data: { alerts: { state: ActiveAlert['state']; labels: Record<string, string> }[] }
}
type QueryReply = { data: { result: { value: [number, string] }[] } }

async function writeConfig({ folder, factor, targets }: ServerOptions): Promise<void> {
  const config = parse(await readFile(join(source, 'prometheus.yml'), 'utf8')) as Config
  for (const file of config.rule_files) {
    const rules = parse(await readFile(join(source, file), 'utf8')) as RuleFile
    await writeFile(join(folder, file), stringify(scaleRules(rules, factor)))
  }
  const { alerting: _receivers, global, scrape_configs: jobs, ...rest } = config
  const scaled = {
    ...rest,
    global: {
      scrape_interval: scaleDuration(global.scrape_interval, factor),
      evaluation_interval: scaleDuration(global.evaluation_interval, factor),
    },
    scrape_configs: jobs.flatMap(({ job_name: name, dns_sd_configs: _discovery, ...job }) => {
      const ports = targets[String(name)]
      if (!ports) return []
      const addresses = ports.map((port) => `127.0.0.1:${port}`)
      return { job_name: name, ...job, static_configs: [{ targets: addresses }] }
    }),
  }
  await writeFile(join(folder, 'prometheus.yml'), stringify(scaled))
}

const serverArguments = (folder: string, port: number): string[] => [
  `--config.file=${join(folder, 'prometheus.yml')}`,
  `--storage.tsdb.path=${join(folder, 'data')}`,
  `--web.listen-address=127.0.0.1:${port}`,
  '--log.level=warn',
]
