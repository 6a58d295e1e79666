import { randomUUID } from 'node:crypto'
import { supplierNames } from '../../contracts/api-types.ts'
import type { Clock } from '../../platform/clock.ts'
import { repeat } from '../../platform/repeat.ts'
import { BalanceModel, readBalance } from '../fulfilment/index.ts'

/** Between the beginnings of two turns, over all processes. */
const turnMs = 2_500
/** A turn whose process has died ends after this. */
const leaseMs = 15_000
const renewMs = 3_000

export type Turn = {
  /** Renews the turn. False once another process has it: the work must stop. */
  isOwn(): Promise<boolean>
}

const [first = ''] = supplierNames

/** Does `work` when a turn is due and no other is running, and holds the turn until its end, however long that takes. */
export async function inTurn(clock: Clock, work: (turn: Turn) => Promise<void>): Promise<void> {
  const id = randomUUID()
  if (!(await begin(clock.now(), id))) return
  const own = { _id: first, 'turn.id': id }
  const isOwn = async () => {
    const until = new Date(clock.now().getTime() + leaseMs)
    return (await BalanceModel.updateOne(own, { $set: { 'turn.until': until } })).matchedCount > 0
  }
  const renewing = repeat(
    async () => {
      await isOwn()
    },
    () => renewMs,
  )
  try {
    await work({ isOwn })
  } finally {
    await renewing.stop()
    await BalanceModel.updateOne(own, { $set: { turn: null } })
  }
}

async function begin(now: Date, id: string): Promise<boolean> {
  await readBalance(first)
  const isDue = { $or: [{ keptAt: null }, { keptAt: { $lte: new Date(now.getTime() - turnMs) } }] }
  const isFree = { $or: [{ turn: null }, { 'turn.until': { $lte: now } }] }
  const turn = { id, until: new Date(now.getTime() + leaseMs) }
  const taken = await BalanceModel.updateOne(
    { _id: first, $and: [isDue, isFree] },
    { $set: { keptAt: now, turn } },
  )
  return taken.modifiedCount > 0
}
