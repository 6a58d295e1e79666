import { createHash, randomUUID } from 'node:crypto'
import type { OrderVendorCall } from '../../contracts/order-details.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import type { CaptureCall, VendorCall } from '../../providers/vendor-call.ts'
import { aboutIndex, type IVendorCall, VendorCallModel } from './vendor-call-model.ts'

/**
 * Keeps what vendors were asked and answered, as evidence beside the orders: they themselves carry all that anything is
 * decided by. So no purchase waits for it and none fails with it. The vendorCalls of some seconds are written in one
 * command, whatever their number; those of a process that dies before are lost.
 */
export type VendorCallLog = {
  capture: CaptureCall
  /** Writes what has been entries. Never throws. */
  write(): Promise<void>
  /** Writes the rest, and hears no more. */
  close(): Promise<void>
}

/** In ms; sooner where somebody may come to look. */
const writeAfterMs = 5_000
const soonMs = 1_000

/** Heard and not written, while the database is away or slow. The oldest that only ask go first, then the oldest. */
const maxWaiting = 1_000

type LogEntry = VendorCall & { at: Date }

export function createVendorCallLog({ clock, log }: { clock: Clock; log: Logger }): VendorCallLog {
  let waiting: LogEntry[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let isSoon = false
  let isClosed = false

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    isSoon = false
    const entries = waiting
    waiting = []
    if (lost > 0) log.warn({ lost }, 'vendorCalls with vendors were not kept: too many at once')
    lost = 0
    if (entries.length === 0) return
    try {
      await VendorCallModel.bulkWrite(entries.map(writeOf), { ...unorderedWrites, writeConcern: { w: 1 } })
    } catch (error) {
      log.warn({ err: error, vendorCalls: entries.length }, 'vendorCalls with vendors were not kept')
    }
  }

  const plan = (soon: boolean) => {
    if (timer && (isSoon || !soon)) return
    clearTimeout(timer)
    isSoon = soon
    timer = setTimeout(() => void write(), soon ? soonMs : writeAfterMs).unref()
  }

  return {
    capture: (vendorCall) => {
      if (isClosed) return
      waiting.push({ ...vendorCall, at: clock.now() })
      if (waiting.length > maxWaiting) {
        const asking = waiting.findIndex(({ isAct }) => !isAct)
        waiting.splice(Math.max(asking, 0), 1)
        lost += 1
      }
      plan(vendorCall.outcome !== 'json')
    },
    write,
    close: async () => {
      isClosed = true
      await write()
    },
  }
}

/** The order or top-up whose unit or link it is about: `JP261121K7Q2MDX4-1`, `JP261121K7Q2MDX4R2`. */
const anId = /^J[PT][0-9A-Z]{14}/

function writeOf({ at, ...entries }: LogEntry) {
  const { tookMs, ...first } = entries
  const subjectId = anId.exec(entries.ref)?.[0] ?? entries.ref
  const now = { lastAt: at, tookMs } satisfies Partial<IVendorCall>
  const update = {
    $setOnInsert: { ...first, subjectId, firstAt: new Date(at.getTime() - tookMs) },
    $set: now,
    $inc: { count: 1 },
  }
  return { updateOne: { filter: { _id: idOf(entries) }, update, upsert: true } }
}

/** Who asks every few seconds whether money has come hears the same for minutes: that is one row, and a count. */
function idOf({ tookMs: _tookMs, ...entries }: VendorCall): string {
  const { ref, call, isAct, vendor } = entries
  const told = isAct ? randomUUID() : createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return [ref, vendor, call, told.slice(0, 24)].join(':')
}

/** More than any order has that goes as orders do. */
const maxListed = 200

/** What vendors were asked and answered about an order, in its order; of very many the latest. */
export async function listVendorCalls(subjectId: string): Promise<OrderVendorCall[]> {
  const rows = await VendorCallModel.find({ subjectId })
    .sort({ lastAt: -1, _id: 1 })
    .hint(aboutIndex)
    .limit(maxListed)
    .lean<IVendorCall[]>()
  return rows.map(viewOf).toSorted((a, b) => a.firstAt.localeCompare(b.firstAt))
}

const viewOf = ({
  _id: id,
  subjectId: _subjectId,
  firstAt,
  lastAt,
  ...row
}: IVendorCall): OrderVendorCall => ({
  ...row,
  id,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})
