import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { startDatabases } from './kit/databases.ts'
import { linesOf, withoutVerdict } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { fillOrders } from './sweep/questions.ts'
import { measureSweeps } from './sweep/two-sweepers.ts'

const sizes = {
  smoke: { orders: 2_000, overdue: 500 },
  quick: { orders: 40_000, overdue: 20_000 },
  whole: { orders: 200_000, overdue: 100_000 },
}
const limits = { seconds: 60, grewMb: 120 }

/**
 * Redis was lost completely: two worker processes find what is overdue in MongoDB and enqueue each task
 * again, once.
 */
export const sweeps: Suite = {
  about: '100,000 overdue orders after Redis was emptied: until all are queued again',
  run: async ({ amount }) => {
    const { orders, overdue } = sizes[amount]
    const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-sweep-'))
    const { mongodbUri, redisUrl, servers, stop } = await startDatabases({ dataDir, cacheGb: 0.5 })
    try {
      await fillOrders(mongodbUri, orders)
      const measured = await measureSweeps({ mongodbUri, redisUrl, overdue })
      if (measured.queued !== overdue || measured.jobs !== overdue) {
        throw new CliError(
          `Of ${overdue} overdue orders ${measured.queued} have ${measured.jobs} jobs in line.`,
        )
      }
      const line = linesOf('P14')
      const rows = [
        line.max(`${overdue} overdue: until queued again, s`, measured.seconds, limits.seconds),
        line.max('memory of a sweeping process: grew by, MB', measured.grewMb, limits.grewMb),
      ]
      return {
        // The goal applies to 100,000.
        rows: amount === 'whole' ? rows : rows.map(withoutVerdict),
        detail: { orders, ...measured, servers: await servers() },
      }
    } finally {
      await stop()
    }
  },
}
