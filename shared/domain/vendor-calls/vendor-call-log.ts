import { createHash, randomUUID } from 'node:crypto'
import type { OrderVendorCall } from '../../contracts/order-details.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import type { CaptureCall, VendorCall } from '../../providers/vendor-call.ts'
import { aboutIndex, type IVendorCall, VendorCallModel } from './vendor-call-model.ts'

/**
 * Stores requests to vendors and their replies as evidence next to the orders, which contain all that decisions need.
 * No purchase waits for it or fails with it. Calls of some seconds are written in one command; a crash loses those not
 * written yet.
 */
export type VendorCallLog = {
  capture: CaptureCall
  /** Writes what was captured. Never throws. */
  write(): Promise<void>
  /** Writes the rest and captures nothing more. */
  close(): Promise<void>
}

/** In ms; shorter after a failed call, which an admin may look up soon. */
const writeAfterMs = 5_000
const promptWriteMs = 1_000

/**
 * Limit of unwritten calls while the database is unavailable or slow. The oldest checks are dropped first, then the
 * oldest calls.
 */
const maxWaiting = 1_000

type LogEntry = VendorCall & { at: Date }

export function createVendorCallLog({ clock, log }: { clock: Clock; log: Logger }): VendorCallLog {
  let waiting: LogEntry[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let isPromptPlanned = false
  let isClosed = false

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    isPromptPlanned = false
    const entries = waiting
    waiting = []
    if (lost > 0) log.warn({ lost }, 'vendor calls not recorded: too many at once')
    lost = 0
    if (entries.length === 0) return
    try {
      await VendorCallModel.bulkWrite(entries.map(writeOf), { ...unorderedWrites, writeConcern: { w: 1 } })
    } catch (error) {
      log.warn({ err: error, vendorCalls: entries.length }, 'vendor calls not recorded')
    }
  }

  const plan = (isPrompt: boolean) => {
    if (timer && (isPromptPlanned || !isPrompt)) return
    clearTimeout(timer)
    isPromptPlanned = isPrompt
    timer = setTimeout(() => void write(), isPrompt ? promptWriteMs : writeAfterMs).unref()
  }

  return {
    capture: (vendorCall) => {
      if (isClosed) return
      waiting.push({ ...vendorCall, at: clock.now() })
      if (waiting.length > maxWaiting) {
        const oldestCheck = waiting.findIndex(({ isAct }) => !isAct)
        waiting.splice(Math.max(oldestCheck, 0), 1)
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

/** The order or top-up of a unit or payment attempt: `JP261121K7Q2MDX4-1`, `JP261121K7Q2MDX4R2`. */
const idPattern = /^J[PT][0-9A-Z]{14}/

function writeOf({ at, ...call }: LogEntry) {
  const { tookMs, ...initial } = call
  const subjectId = idPattern.exec(call.ref)?.[0] ?? call.ref
  const latest = { lastAt: at, tookMs } satisfies Partial<IVendorCall>
  const update = {
    $setOnInsert: { ...initial, subjectId, firstAt: new Date(at.getTime() - tookMs) },
    $set: latest,
    $inc: { count: 1 },
  }
  return { updateOne: { filter: { _id: idOf(call) }, update, upsert: true } }
}

/** Repeated checks with the same reply share one document with a count; a call with an effect gets its own. */
function idOf({ tookMs: _tookMs, ...entries }: VendorCall): string {
  const { ref, call, isAct, vendor } = entries
  const key = isAct ? randomUUID() : createHash('sha256').update(JSON.stringify(entries)).digest('hex')
  return [ref, vendor, call, key.slice(0, 24)].join(':')
}

/** More than any order has in normal operation. */
const maxListed = 200

/** The calls to vendors about an order or top-up, the oldest first; limited to the latest. */
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
