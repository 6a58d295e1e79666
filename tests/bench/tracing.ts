import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { freePort, isPortFree } from '../../scripts/processes/free-port.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, buyMany } from './kit/buy-many.ts'
import { interleaveAll, type Ratio, ratioOf } from './kit/paired-runs.ts'
import { cpuMsOf } from './kit/process-metrics.ts'
import { linesOf, withoutVerdict } from './kit/rows.ts'
import type { Row, Suite } from './kit/suite.ts'

const sizes = {
  smoke: { turns: 2, orders: 40 },
  quick: { turns: 4, orders: 300 },
  whole: { turns: 10, orders: 600 },
}
const maxRatios = { metrics: 1.01, tracing: 1.03 }

/** The shop with nothing switched on may differ from itself by this much at most, or nothing can be judged. */
const maxNoise = 0.01

/** As Prometheus does by default. */
const scrapeMs = 15_000

const line = linesOf('P18')

/**
 * What an order costs more with metrics, and with metrics and tracing: processor time of all processes but the
 * simulators, in three shops that are measured alternately. The context (AsyncLocalStorage) is in all three.
 */
export const tracing: Suite = {
  about: 'the processors of an order with metrics, and with tracing too, beside a shop without both',
  run: async ({ amount }) => {
    const { turns, orders } = sizes[amount]
    const collector = await startCollector()
    const shops: BenchShop[] = []
    const start = async (env: NodeJS.ProcessEnv): Promise<() => Promise<number>> => {
      await disconnectMongo()
      const shop = await startBenchShop({ env })
      shops.push(shop)
      return () => cpuOfOrders(shop, orders)
    }
    const ports = { metrics: await freePortPair(), tracing: await freePortPair() }
    let scraper: Scraper | undefined
    try {
      const plain = await start({ METRICS_PORT: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' })
      const metrics = await start({ METRICS_PORT: String(ports.metrics), OTEL_EXPORTER_OTLP_ENDPOINT: '' })
      const traced = await start({
        ...{ METRICS_PORT: String(ports.tracing), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      })
      scraper = await startScraper(Object.values(ports))
      const runs = [plain, metrics, traced]
      // A warm-up of connections, scripts and compiled code.
      await interleaveAll(2, runs)
      const measured = await interleaveAll(turns, runs)
      const compare = (index: number) =>
        ratioOf(measured.map((of) => [of[0] as number, of[index] as number] as const))
      const ratios = { metrics: compare(1), tracing: compare(2) }
      const itself = ratioOf(neighbours(measured.map((of) => of[0] as number)))
      scraper.requireAnswers()
      if (collector.received() === 0) throw new CliError('The collector received no trace.')
      const detail = { itself, ratios, bytesOfTraces: collector.received() }
      return { rows: rowsOf(itself, ratios, amount === 'smoke'), detail }
    } finally {
      scraper?.stop()
      for (const shop of shops.toReversed()) await shop.stop()
      collector.stop()
    }
  },
}

/** Each value with the one before it. */
const neighbours = (values: readonly number[]) =>
  values.slice(1).map((value, index) => [values[index] as number, value] as const)

function rowsOf(itself: Ratio, ratios: Record<'metrics' | 'tracing', Ratio>, isSmoke: boolean): Row[] {
  const isNoisy = Math.abs(itself.median - 1) > maxNoise
  const rows = [
    line.max('CPU of an order with metrics, to one without', ratios.metrics, maxRatios.metrics),
    line.max('CPU of an order with metrics and tracing', ratios.tracing, maxRatios.tracing),
  ]
  return [
    ...(isNoisy || isSmoke ? rows.map(withoutVerdict) : rows),
    line.info(`the shop without both, to itself${isNoisy ? ': too noisy to judge' : ''}`, itself),
  ]
}

/** Milliseconds of processors for one order, until the last is Completed and its customer notified. */
async function cpuOfOrders(shop: BenchShop, count: number): Promise<number> {
  await disconnectMongo()
  await connectMongo(String(shop.stack.env.MONGODB_URI), createLogger('bench', 'silent'))
  const pids = shop.processes().map(({ pid }) => pid)
  const before = await cpuMsOf(pids)
  await buyMany(shop, { buyers: shop.buyers, count, what: benchItems.moogold })
  return ((await cpuMsOf(pids)) - before) / count
}

/** Takes all traces, in the bench's own process, whose time is not counted. */
async function startCollector(): Promise<{ url: string; received(): number; stop(): void }> {
  let received = 0
  const server = createServer(async (request, response) => {
    for await (const part of request) received += (part as Buffer).length
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    stop: () => void server.close().closeAllConnections(),
  }
}

/** A port for the metrics of the api; those of the worker are on the next one. */
async function freePortPair(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = await freePort()
    if (await isPortFree(port + 1)) return port
  }
  throw new CliError('No two ports in a row are free.')
}

type Scraper = {
  /** @throws CliError when a scrape has failed: what was measured is not the price of metrics that are read */
  requireAnswers(): void
  stop(): void
}

/** Scrapes the api and the worker of each shop. @throws CliError when one does not answer */
async function startScraper(ports: readonly number[]): Promise<Scraper> {
  const failures: string[] = []
  const scrapeAll = () =>
    Promise.all(
      ports
        .flatMap((port) => [port, port + 1])
        .map(async (port) => {
          const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
          const text = await answer.text()
          if (!text.includes('jhatpat_build_info')) throw new CliError(`Port ${port} has no metrics.`)
        }),
    )
  await scrapeAll()
  const timer = setInterval(
    () => void scrapeAll().catch((error: unknown) => failures.push(String(error))),
    scrapeMs,
  )
  return {
    requireAnswers: () => {
      if (failures.length > 0) throw new CliError(`${failures.length} scrapes failed: ${failures[0]}`)
    },
    stop: () => clearInterval(timer),
  }
}
