import { createHash, randomUUID } from 'node:crypto'
import { Types } from 'mongoose'
import type { OrderVendorCall } from '../../contracts/order-details.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import { recordSpan } from '../../platform/tracing.ts'
import type { CaptureCall, VendorCall } from '../../providers/vendor-call.ts'
import {
  aboutIndex,
  type IVendorCall,
  type IVendorCallBlock,
  VendorCallBlockModel,
} from './vendor-call-model.ts'

/**
 * Stores requests to vendors and their replies as evidence next to the orders, which contain all that decisions need.
 * No purchase waits for it or fails with it. Calls of some seconds are written together, up to 64 in one document; a
 * crash loses those not written yet.
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

/** Calls in one document, about 500 bytes each. */
const blockSize = 64

/** No majority need confirm these writes: a crash loses calls anyway. */
const writeConcern = { w: 1 } as const

type LogEntry = VendorCall & { at: Date }

function recordCall({ vendor, call, tookMs, outcome, httpStatus }: VendorCall): void {
  const failure = outcome === 'json' ? undefined : outcome
  const attributes = { 'http.response.status_code': httpStatus }
  recordSpan({ name: `${vendor} ${call}`, kind: 'client', tookMs, attributes, failure })
}

export function createVendorCallLog({ clock, log }: { clock: Clock; log: Logger }): VendorCallLog {
  const places: Places = new Map()
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
      await record(places, entries)
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
      recordCall(vendorCall)
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

/** Where a check's reply is stored, by its key: the same reply is counted there. */
type Places = Map<string, Place>
type Place = { block: Types.ObjectId; index: number }

/** Replies that a process remembers. One that it has forgotten is stored again; `listVendorCalls` counts both. */
const maxPlaces = 5_000

async function record(places: Places, entries: readonly LogEntry[]): Promise<void> {
  const calls = [
    ...countedTogether(entries.map((entry) => [entry.isAct ? randomUUID() : replyKey(entry), callOf(entry)])),
  ]
  const repeated = calls.flatMap(([key, call]) => {
    const place = places.get(key)
    return place ? [{ key, place, call }] : []
  })
  const first = calls.filter(([key]) => !places.has(key))
  await Promise.all([countRepeated(places, repeated), insertBlocks(places, first)])
}

type KeyedCall = [key: string, call: IVendorCall]

async function insertBlocks(places: Places, calls: readonly KeyedCall[]): Promise<void> {
  const blocks = Array.from({ length: Math.ceil(calls.length / blockSize) }, (_, number) => {
    const own = calls.slice(number * blockSize, (number + 1) * blockSize)
    return { keys: own.map(([key]) => key), document: blockOf(own.map(([, call]) => call)) }
  })
  if (blocks.length === 0) return
  const documents = blocks.map(({ document }) => document)
  await VendorCallBlockModel.collection.insertMany(documents, { ordered: false, writeConcern })
  for (const { keys, document } of blocks) {
    for (const [index, key] of keys.entries()) {
      if (!document.calls[index]?.isAct) places.set(key, { block: document._id, index })
    }
  }
  const forgotten = [...places.keys()].slice(0, Math.max(0, places.size - maxPlaces))
  for (const key of forgotten) places.delete(key)
}

const blockOf = (calls: IVendorCall[]): IVendorCallBlock => ({
  _id: new Types.ObjectId(),
  subjectIds: [...new Set(calls.map(({ subjectId }) => subjectId))],
  calls,
  lastAt: new Date(Math.max(...calls.map(({ lastAt }) => lastAt.getTime()))),
})

type RepeatedCall = { key: string; place: Place; call: IVendorCall }

async function countRepeated(places: Places, repeated: readonly RepeatedCall[]): Promise<void> {
  if (repeated.length === 0) return
  const updates = repeated.map(({ place: { block, index }, call: { subjectId, count, lastAt, tookMs } }) => {
    const place = `calls.${index}`
    return {
      updateOne: {
        filter: { _id: block, [`${place}.subjectId`]: subjectId },
        update: {
          $inc: { [`${place}.count`]: count },
          $set: { [`${place}.lastAt`]: lastAt, [`${place}.tookMs`]: tookMs, lastAt },
        },
      },
    }
  })
  const { matchedCount } = await VendorCallBlockModel.bulkWrite(updates, { ...unorderedWrites, writeConcern })
  if (matchedCount === updates.length) return
  // A place was erased, or lost in a failover. Which one is not known; the next answers are stored anew.
  for (const { key } of repeated) places.delete(key)
}

/** The order or top-up of a unit or payment attempt: `JP261121K7Q2MDX4-1`, `JP261121K7Q2MDX4R2`. */
const idPattern = /^J[PT][0-9A-Z]{14}/

function callOf({ at, ...call }: LogEntry): IVendorCall {
  const subjectId = idPattern.exec(call.ref)?.[0] ?? call.ref
  return { ...call, subjectId, firstAt: new Date(at.getTime() - call.tookMs), lastAt: at, count: 1 }
}

/** The same for all checks with the same reply. */
function replyKey({ ref, vendor, call, asked, answered, outcome, httpStatus, note }: VendorCall): string {
  const reply = [ref, vendor, call, asked, answered, outcome, httpStatus, note]
  return createHash('sha256').update(JSON.stringify(reply)).digest('base64')
}

/** Pure. The calls of each key as one, with the duration of the last. */
function countedTogether(calls: readonly KeyedCall[]): Map<string, IVendorCall> {
  const counted = new Map<string, IVendorCall>()
  for (const [key, call] of calls) {
    const other = counted.get(key) ?? { ...call, count: 0 }
    const last = other.lastAt > call.lastAt ? other : call
    const firstAt = other.firstAt < call.firstAt ? other.firstAt : call.firstAt
    counted.set(key, { ...last, firstAt, count: other.count + call.count })
  }
  return counted
}

/** More than any order has in normal operation. */
const maxListed = 200

/** The calls to vendors about an order or top-up, the oldest first; limited to the latest. */
export async function listVendorCalls(subjectId: string): Promise<OrderVendorCall[]> {
  const found = await VendorCallBlockModel.aggregate<{ call: IVendorCall; block: string; index: number }>([
    { $match: { subjectIds: subjectId } },
    { $sort: { _id: -1 } },
    { $limit: maxListed },
    { $unwind: { path: '$calls', includeArrayIndex: 'index' } },
    { $match: { 'calls.subjectId': subjectId } },
    { $project: { _id: 0, call: '$calls', block: { $toString: '$_id' }, index: 1 } },
  ])
    .hint(aboutIndex)
    // No majority has confirmed what was written just now.
    .readConcern('local')
  const keyed = found.map(
    ({ call, block, index }): KeyedCall => [call.isAct ? `${block}:${index}` : replyKey(call), call],
  )
  return [...countedTogether(keyed)]
    .toSorted(([, a], [, b]) => b.lastAt.getTime() - a.lastAt.getTime())
    .slice(0, maxListed)
    .map(viewOf)
    .toSorted((a, b) => a.firstAt.localeCompare(b.firstAt))
}

const viewOf = ([id, { subjectId: _subjectId, firstAt, lastAt, ...call }]: KeyedCall): OrderVendorCall => ({
  ...call,
  id,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})
