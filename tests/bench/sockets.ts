import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { judgedBy } from './kit/baseline.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { startHelper } from './kit/helper.ts'
import { interleave, ratioOf } from './kit/paired-runs.ts'
import { memoryMbOf } from './kit/process-metrics.ts'
import { linesOf, mean, withoutVerdict } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { until } from './kit/until.ts'
import { makeSocketClients, openPages, type SocketClient } from './sockets/socket-clients.ts'

const sizes = {
  smoke: { turns: 1, count: 50 },
  quick: { turns: 1, count: 2_500 },
  whole: { turns: 1, count: 10_000 },
}
/** Sockets opened first, so that a process's one-time costs are not counted per socket. */
const learners = 200
const maxRatio = 1.25
const line = linesOf('P8')

/**
 * Signed in, each in the room of its own order, compared with a minimal server with the same number of
 * sockets and rooms.
 */
export const sockets: Suite = {
  about: 'memory for 10,000 signed-in sockets beside bare Socket.IO',
  run: async ({ amount }) => {
    const { turns, count } = sizes[amount]
    const env = { SOCKETS_PER_ADDRESS: '1000000', SOCKETS_PER_USER: '1000' }
    const shop = await startBenchShop({ env, buyers: 0 })
    try {
      const members = await makeSocketClients(learners + count)
      const baseline = () => ofBare(shop.stack.env, members)
      const baselines: [number, number][] = []
      const pairedRuns = await interleave(turns, baseline, () => ofApi(shop, members))
      // In each round the first and the last are the baseline's.
      for (let turn = 0; turn < pairedRuns.length; turn += 2) {
        baselines.push([
          (pairedRuns[turn] as [number, number])[0],
          (pairedRuns[turn + 1] as [number, number])[0],
        ])
      }
      const row = line.max(`${count} sockets to bare ones`, ratioOf(pairedRuns), maxRatio)
      const each = (all: number[]) => (mean(all) * 1_024) / count
      const rows = [
        // The goal applies to 10,000: with fewer, memory that is not reused yet distorts the figure.
        amount === 'whole' ? row : withoutVerdict(row),
        line.info('kB a socket', each(pairedRuns.map(([, own]) => own))),
        line.info('kB a socket, bare', each(pairedRuns.map(([floor]) => floor))),
      ]
      return {
        rows: judgedBy('P8', ratioOf(baselines), rows),
        detail: { count, grewMb: pairedRuns, servers: shop.servers },
      }
    } finally {
      await shop.stop()
    }
  },
}

/** Measured on a newly started api, like the baseline: earlier work leaves free memory behind. */
async function ofApi({ stack }: BenchShop, members: readonly SocketClient[]): Promise<number> {
  const pidNow = () => stack.processes.find(({ role }) => role === 'api')?.pid as number
  const url = String(stack.apiUrls[0])
  const before = pidNow()
  process.kill(before, 'SIGTERM')
  await until(async () => pidNow() !== before && (await isReady(url)))
  return growthOf(pidNow(), url, members)
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function ofBare(env: NodeJS.ProcessEnv, members: readonly SocketClient[]): Promise<number> {
  const baseline = await startHelper(join(import.meta.dirname, 'sockets/baseline-main.ts'), env)
  try {
    return await growthOf(baseline.pid, `http://127.0.0.1:${await baseline.ask<number>('port')}`, members)
  } finally {
    baseline.stop()
  }
}

/**
 * Growth of a process in MB when all sockets connect, after the first ones have connected and disconnected.
 */
async function growthOf(pid: number, url: string, members: readonly SocketClient[]): Promise<number> {
  const taught = await openPages(url, members.slice(0, learners))
  taught.close()
  const before = await settledMb(pid)
  const pages = await openPages(url, members.slice(learners))
  const after = await settledMb(pid)
  pages.close()
  await sleep(1_000)
  return Math.max(0.1, after - before)
}

/** The minimum of some seconds, to allow for garbage collection, which is not forced in either process. */
async function settledMb(pid: number): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round += 1) {
    await sleep(500)
    lowest = Math.min(lowest, await memoryMbOf(pid))
  }
  return lowest
}
