import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IIncident, IncidentModel } from '@jhatpat/shared/domain/incidents/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import type { Release, Released } from './backlogs/release-main.ts'
import { startDatabases } from './kit/databases.ts'
import { startHelper } from './kit/helper.ts'
import { linesOf, withoutVerdict } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import type { downloadCsv } from './lists/take-csv.ts'
import { fillOrders } from './sweep/questions.ts'

const sizes = {
  smoke: { orders: 2_000, few: 200, passes: 100 },
  quick: { orders: 20_000, few: 1_000, passes: 500 },
  whole: { orders: 100_000, few: 2_000, passes: 1_000 },
}
const goals = { times: 1.5, grewMb: 120 }
const line = linesOf('P16')

/** Work on very many orders at once: it must not take longer for each, nor need memory for all of them. */
export const backlogs: Suite = {
  about: '100,000 orders as CSV, and 100,000 orders on hold that are released',
  run: async ({ amount }) => {
    const { orders, few, passes } = sizes[amount]
    const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-backlogs-'))
    const { mongodbUri, redisUrl, servers, stop } = await startDatabases({ dataDir, cacheGb: 0.5 })
    try {
      await fillOrders(mongodbUri, orders)
      const csv = await inHelper<Awaited<ReturnType<typeof downloadCsv>>>('lists/csv-main.ts', mongodbUri)
      if (csv.rows !== orders) throw new CliError(`The CSV of ${orders} orders has ${csv.rows}.`)
      const release = async (held: number) => {
        const incident = await putOnHold(held)
        const asked: Release = { mongodbUri, redisUrl, incident, passes }
        const released = await inHelper<Released>('backlogs/release-main.ts', asked)
        await IncidentModel.updateOne({ _id: incident }, { $set: { state: 'ended', hasNoHeldOrders: true } })
        if (released.orders < passes * 0.9) {
          throw new CliError(
            `Of ${held} orders on hold ${released.orders} were released in ${passes} passes.`,
          )
        }
        return { ...released, msEach: (released.seconds * 1_000) / released.orders }
      }
      const small = await release(few)
      const large = await release(orders)
      const rows = [
        line.info(`CSV of ${orders} orders, s`, csv.seconds),
        line.max('the exporting process grew by, MB', csv.grewMb, goals.grewMb),
        line.info(`of ${orders} orders on hold 1,000 are released, without the set rate, s`, large.msEach),
        line.max(`releasing one, to that of ${few} on hold`, large.msEach / small.msEach, goals.times),
        line.max('the releasing process grew by, MB', large.grewMb, goals.grewMb),
      ]
      return {
        // The goals apply to 100,000.
        rows: amount === 'whole' ? rows : rows.map(withoutVerdict),
        detail: { orders, csv, small, large, servers: await servers() },
      }
    } finally {
      await stop()
    }
  },
}

async function inHelper<Answer>(script: string, question: unknown): Promise<Answer> {
  const helper = await startHelper(join(import.meta.dirname, script))
  return helper.ask<Answer>(question).finally(helper.stop)
}

/**
 * An incident that releases its orders at a rate that nothing reaches, with `count` orders on hold.
 * @returns its id
 */
async function putOnHold(count: number): Promise<string> {
  const at = new Date(Date.now() - 60_000)
  const number = (await IncidentModel.countDocuments()) + 1
  const incident: IIncident = {
    _id: `SMILEBR:${number}`,
    scope: 'SMILEBR',
    number,
    state: 'releasing',
    version: 1,
    reason: 'The bench lets orders wait',
    message: { en: 'These packs take longer today.', hi: 'ये पैक आज देर से आएँगे।' },
    nextUpdateAt: at,
    perMinute: 60_000,
    nextReleaseAt: at,
    startedAt: at,
    startedBy: { userId: 'bench', name: 'bench' },
    releaseStartedAt: at,
    releaseStopped: null,
    endedAt: null,
    hasNoHeldOrders: false,
    log: [],
  }
  await IncidentModel.create(incident)
  const found = await OrderModel.find().sort({ _id: 1 }).limit(count).select('_id').lean()
  await OrderModel.collection.updateMany(
    { _id: { $in: found.map(({ _id }) => _id) } as never },
    {
      $set: {
        status: 'Processing',
        processingAt: at,
        hold: { incident: incident._id, at, releasedAt: null },
        pendingReason: { kind: 'on_hold', since: at, detail: incident._id, needsAction: false },
        'units.0.state': 'planned',
        'due.fulfil': { at: null, seq: 1 },
      },
    },
  )
  return incident._id
}
