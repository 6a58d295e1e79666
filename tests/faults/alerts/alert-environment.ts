import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { runProgram } from '../../../scripts/services/run-program.ts'
import type { Program } from '../../../scripts/services/source-chain.ts'
import { type FaultEnvironment, startEnvironment } from '../environment/environment.ts'
import type { NodeProcess } from '../environment/node-process.ts'
import { type Settings, sharedSettings } from '../environment/settings.ts'
import type { AlertStage } from './cases/alert-case.ts'
import { type PrometheusServer, startPrometheus } from './prometheus-server.ts'

/** A running shop, and a Prometheus that scrapes its processes. */
export type AlertEnvironment = {
  stage: AlertStage
  prometheus: PrometheusServer
  stop(): Promise<void>
}

type Options = { program: Program; mongoNodes: 1 | 3; factor: number }

/** Starts the shop with its own periods divided by the factor, and Prometheus with its rules. */
export async function startAlertEnvironment({
  program,
  mongoNodes,
  factor,
}: Options): Promise<AlertEnvironment> {
  const settings = await shopSettings(factor)
  const environment = await startEnvironment({ mongoNodes, workers: 1, settings })
  const undo: (() => Promise<unknown>)[] = [() => environment.stop()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch(() => undefined)
  }
  try {
    const targets = {
      'jhatpat-api': environment.apis.map(metricsPortOf),
      'jhatpat-workers': environment.workers.map(metricsPortOf),
    }
    const folder = join(environment.folder, 'prometheus')
    const prometheus = await startPrometheus({ program, folder, factor, targets })
    undo.push(() => prometheus.stop())
    undo.push(startWriting(environment))
    return { stage: stageOf(environment, { settings, factor }), prometheus, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The shop's own periods, divided where they are settings. */
async function shopSettings(factor: number): Promise<Settings> {
  return {
    METRICS_PORT: '0',
    MONITORING_INTERVAL_MS: String(15_000 / factor),
    SUPPLIER_BALANCE_INTERVAL_MS: String(60_000 / factor),
    SECRET_KEY: randomBytes(32).toString('base64'),
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
    // A payment stays open until a check has found it, and a busy machine takes no healthy vendor for one that is away.
    PAYMENT_WINDOW_MS: '60000',
    SUPPLIER_TIMEOUT_MS: '5000',
    GATEWAY_TIMEOUT_MS: '8000',
    GATEWAY_CREATE_TIMEOUT_MS: '8000',
  }
}

/** Each process takes a free port, and logs it. */
function metricsPortOf({ name, log }: NodeProcess): number {
  const port = log.find(({ line }) => line.msg === 'metrics served')?.line.port
  if (typeof port !== 'number') throw new Error(`${name} serves no metrics`)
  return port
}

const writeEveryMs = 250

/**
 * A shop in use writes all the time. In one that is idle MongoDB itself writes every 10 s, a time that is not divided:
 * its majority would seem to lag.
 * @returns stops it
 */
function startWriting({ db }: FaultEnvironment): () => Promise<void> {
  const ending = new AbortController()
  const writes = db.collection<{ _id: string }>('alert_run_writes')
  const write = () => writes.updateOne({ _id: 'now' }, { $set: { at: new Date() } }, { upsert: true })
  const running = (async () => {
    while (!ending.signal.aborted) {
      await write().catch(() => undefined)
      await sleep(writeEveryMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    ending.abort()
    await Promise.race([running, sleep(5_000)])
  }
}

const root = resolve(import.meta.dirname, '../../..')

function stageOf(
  environment: FaultEnvironment,
  { settings, factor }: { settings: Settings; factor: number },
): AlertStage {
  let index = 0
  const env = {
    ...sharedSettings(environment.apiUrls[0] ?? '', settings),
    MONGODB_URI: environment.servers.mongoUri,
    REDIS_URL: `redis://127.0.0.1:${environment.servers.redisPort}`,
    // Required, and not used by a command of these cases.
    SMTP_URL: 'smtp://127.0.0.1:9',
    BACKUP_DIR: join(environment.folder, 'backups'),
  }
  return {
    environment,
    factor,
    nextIndex: () => {
      index += 1
      return index
    },
    cli: async (...args) => {
      const { code, output } = await runProgram(process.execPath, ['scripts/cli.ts', ...args], {
        cwd: root,
        env,
      })
      if (code !== 0) throw new Error(`npm run cli -- ${args.join(' ')} ended with ${code}: ${output}`)
    },
  }
}
