import { supplierNames } from '../../contracts/api-types.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { SupplierBalance } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { amountTenThousandths } from './balance-evidence.ts'
import { BalanceModel, type BalancePoint, type IBalance } from './supplier-balance-model.ts'

type ReadingDeps = Pick<Deps, 'log'>

/** An account's answer to a balance query, and when it was asked. */
export type BalanceReading = { answer: SupplierBalance; askedAt: Date }

const historyIntervalMs = 15 * 60_000
const maxHistory = 97

/** What is known of an account's balance; created on first use. */
export async function supplierBalance(account: string): Promise<IBalance> {
  const stored = await BalanceModel.findById(account).lean<IBalance | null>()
  if (stored) return stored
  await ignoreDuplicate(() => BalanceModel.insertMany([{ _id: account }]))
  return supplierBalance(account)
}

export type CurrentBalance = Omit<IBalance, 'history'>

/** What is known of every account's balance, in the order of `supplierNames`; without the points of the last day. */
export async function supplierBalances(): Promise<CurrentBalance[]> {
  const stored = await BalanceModel.find({ _id: { $in: supplierNames } })
    .select('-history')
    .lean<CurrentBalance[]>()
  const byName = new Map(stored.map((balance) => [balance._id, balance]))
  return Promise.all(supplierNames.map(async (name) => byName.get(name) ?? supplierBalance(name)))
}

/**
 * Records an account's answer to a balance query. An answer older than the stored one changes nothing; one that is no
 * amount keeps the last amount and its time.
 */
export async function recordReading(
  { log }: ReadingDeps,
  account: string,
  { answer, askedAt }: BalanceReading,
): Promise<void> {
  try {
    const balance = await supplierBalance(account)
    const isAmount = answer.kind === 'ok' && amountTenThousandths(answer.balance) !== undefined
    if (isAmount) await recordAmount(balance, { at: askedAt, amount: answer.balance, unit: answer.unit })
    else await recordUnresponsive(balance, { at: askedAt, lastError: lastErrorOf(answer) })
  } catch (error) {
    log.error({ account, err: String(error) }, 'balance reading not recorded')
  }
}

async function recordAmount(
  { _id, historyAt }: IBalance,
  { at, amount, unit }: BalancePoint & { unit: string },
): Promise<void> {
  const reading = { amount, unit, readAt: at, unresponsiveSince: null, lastError: '' }
  await BalanceModel.updateOne({ _id, $or: [{ readAt: null }, { readAt: { $lt: at } }] }, { $set: reading })
  if (historyAt && at.getTime() - historyAt.getTime() < historyIntervalMs) return
  await BalanceModel.updateOne(
    { _id, historyAt },
    { $set: { historyAt: at }, $push: { history: { $each: [{ at, amount }], $slice: -maxHistory } } },
  )
}

/** Unresponsive since the first query without an answer, unless a later one was answered meanwhile. */
async function recordUnresponsive(
  { _id }: IBalance,
  { at, lastError }: { at: Date; lastError: string },
): Promise<void> {
  const isNewer = [{ readAt: null }, { readAt: { $lt: at } }]
  await BalanceModel.updateOne({ _id, $or: isNewer }, { $set: { lastError } })
  await BalanceModel.updateOne(
    { _id, unresponsiveSince: null, $or: isNewer },
    { $set: { unresponsiveSince: at } },
  )
}

const lastErrorOf = (answer: SupplierBalance): string =>
  (answer.kind === 'ok' ? `It answers “${answer.balance}”, which is no amount.` : answer.message).slice(
    0,
    300,
  )
