import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { SupplierBalance } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { amountTenThousandths } from './balance-evidence.ts'
import { BalanceModel, type BalancePoint, type IBalance } from './supplier-balance-model.ts'

type ReadingDeps = Pick<Deps, 'log'>

/** What an account answered when it was asked for its balance, and when that was. */
export type BalanceReading = { answer: SupplierBalance; askedAt: Date }

const historyIntervalMs = 15 * 60_000
const maxHistory = 97

/** What is known of an account, written down when it is seen for the first time. */
export async function supplierBalance(account: string): Promise<IBalance> {
  const known = await BalanceModel.findById(account).lean<IBalance | null>()
  if (known) return known
  await ignoreDuplicate(() => BalanceModel.insertMany([{ _id: account }]))
  return supplierBalance(account)
}

/**
 * Keeps what an account said of its balance, whoever asked. An older answer than the one that is known changes nothing,
 * and one that is no amount leaves the last one standing, with its time.
 */
export async function recordReading(
  { log }: ReadingDeps,
  account: string,
  { answer, askedAt }: BalanceReading,
): Promise<void> {
  try {
    const known = await supplierBalance(account)
    const isAmount = answer.kind === 'ok' && amountTenThousandths(answer.balance) !== undefined
    if (isAmount) await recordAmount(known, { at: askedAt, amount: answer.balance, unit: answer.unit })
    else await recordUnresponsive(known, { at: askedAt, lastError: lastErrorOf(answer) })
  } catch (error) {
    log.error({ account, err: String(error) }, 'balance reading not recorded')
  }
}

async function recordAmount(
  { _id, historyAt }: IBalance,
  { at, amount, unit }: BalancePoint & { unit: string },
): Promise<void> {
  const told = { amount, unit, readAt: at, unresponsiveSince: null, lastError: '' }
  await BalanceModel.updateOne({ _id, $or: [{ readAt: null }, { readAt: { $lt: at } }] }, { $set: told })
  if (historyAt && at.getTime() - historyAt.getTime() < historyIntervalMs) return
  await BalanceModel.updateOne(
    { _id, historyAt },
    { $set: { historyAt: at }, $push: { history: { $each: [{ at, amount }], $slice: -maxHistory } } },
  )
}

/** Silent since the first question that it did not answer, unless it has answered a later one meanwhile. */
async function recordUnresponsive(
  { _id }: IBalance,
  { at, lastError }: { at: Date; lastError: string },
): Promise<void> {
  const isNews = [{ readAt: null }, { readAt: { $lt: at } }]
  await BalanceModel.updateOne({ _id, $or: isNews }, { $set: { lastError } })
  await BalanceModel.updateOne(
    { _id, unresponsiveSince: null, $or: isNews },
    { $set: { unresponsiveSince: at } },
  )
}

const lastErrorOf = (answer: SupplierBalance): string =>
  (answer.kind === 'ok' ? `It answers “${answer.balance}”, which is no amount.` : answer.message).slice(
    0,
    300,
  )
