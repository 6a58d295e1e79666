import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { callOf, keepCalls, type Told } from './note-call.ts'
import { noteReading, type Reading } from './note-reading.ts'
import type { IPackCall } from './pack-call-model.ts'

/**
 * Keeps what suppliers answered, for the figures of their accounts and for what is taken off sale. No purchase waits for
 * it: all packs of some seconds are written in one command. What a process that dies had not written is lost.
 */
type SupplierBook = {
  /** What a supplier said of a pack. */
  call(told: Told): void
  /** What an account said of its balance. */
  reading(account: string, reading: Reading): void
  /** Writes what has been told. Never throws. */
  write(): Promise<void>
}

const writeAfterMs = 5_000

/** Told and not written, while the database is away or slow. The oldest go first. */
const callsAtMost = 5_000

type Readings = { amount?: Reading; silence?: Reading }

export function createSupplierBook({ clock, log }: { clock: Clock; log: Logger }): SupplierBook {
  let calls = new Map<string, IPackCall>()
  let readings = new Map<string, Readings>()
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const [told, read] = [calls, readings]
    calls = new Map()
    readings = new Map()
    // First what was bought: a balance without it would look like more than there is.
    await keepCalls({ log }, [...told.values()])
    for (const [account, { amount, silence }] of read) {
      if (amount) await noteReading({ log }, account, amount)
      if (silence) await noteReading({ log }, account, silence)
    }
  }
  const plan = () => {
    timer ??= setTimeout(() => void write(), writeAfterMs).unref()
  }
  return {
    call: (told) => {
      const call = callOf(told, clock.now())
      calls.set(call._id, withCall(calls.get(call._id), call))
      const [oldest] = calls.keys()
      if (oldest !== undefined && calls.size > callsAtMost) calls.delete(oldest)
      plan()
    },
    reading: (account, reading) => {
      readings.set(account, withReading(readings.get(account) ?? {}, reading))
      plan()
    },
    write,
  }
}

/** Pure. What the latest answer about a pack says, bought when the first did. */
function withCall(known: IPackCall | undefined, call: IPackCall): IPackCall {
  if (!known) return call
  if (known.revision > call.revision) return known
  const spentAt = call.spentAt && known.spentAt
  return { ...call, ...(spentAt && { spentAt }) }
}

/** Pure. The latest amount, and the first silence since. */
function withReading({ amount, silence }: Readings, reading: Reading): Readings {
  if (reading.answer.kind !== 'ok') return { ...(amount && { amount }), silence: silence ?? reading }
  if (amount && amount.askedAt > reading.askedAt) return { amount, ...(silence && { silence }) }
  const isSilent = silence && silence.askedAt > reading.askedAt
  return { amount: reading, ...(isSilent && { silence }) }
}
