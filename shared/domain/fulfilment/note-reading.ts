import { unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import type { SupplierBalance } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type BalancePoint, type IBalance } from './balance-model.ts'
import { pointsOf } from './evidence.ts'

type NoteDeps = Pick<Deps, 'log'>

/** What an account answered when it was asked for its balance, and when that was. */
export type Reading = { answer: SupplierBalance; askedAt: Date }

const lineEveryMs = 15 * 60_000
const lineAtMost = 97

/** What is known of an account, written down when it is seen for the first time. */
export async function readBalance(account: string): Promise<IBalance> {
  const known = await BalanceModel.findById(account).lean<IBalance | null>()
  if (known) return known
  await unlessSomeoneWasFirst(() => BalanceModel.insertMany([{ _id: account }]))
  return readBalance(account)
}

/**
 * Keeps what an account said of its balance, whoever asked. An older answer than the one that is known changes nothing,
 * and one that is no amount leaves the last one standing, with its time.
 */
export async function noteReading(
  { log }: NoteDeps,
  account: string,
  { answer, askedAt }: Reading,
): Promise<void> {
  try {
    const known = await readBalance(account)
    const isAmount = answer.kind === 'ok' && pointsOf(answer.balance) !== undefined
    if (isAmount) await keepAmount(known, { at: askedAt, amount: answer.balance, unit: answer.unit })
    else await keepSilence(known, { at: askedAt, trouble: troubleOf(answer) })
  } catch (error) {
    log.error({ account, err: String(error) }, 'a balance was not kept')
  }
}

async function keepAmount(
  { _id, lineAt }: IBalance,
  { at, amount, unit }: BalancePoint & { unit: string },
): Promise<void> {
  const told = { amount, unit, readAt: at, silentSince: null, trouble: '' }
  await BalanceModel.updateOne({ _id, $or: [{ readAt: null }, { readAt: { $lt: at } }] }, { $set: told })
  if (lineAt && at.getTime() - lineAt.getTime() < lineEveryMs) return
  await BalanceModel.updateOne(
    { _id, lineAt },
    { $set: { lineAt: at }, $push: { line: { $each: [{ at, amount }], $slice: -lineAtMost } } },
  )
}

/** Silent since the first question that it did not answer, unless it has answered a later one meanwhile. */
async function keepSilence({ _id }: IBalance, { at, trouble }: { at: Date; trouble: string }): Promise<void> {
  const isNews = [{ readAt: null }, { readAt: { $lt: at } }]
  await BalanceModel.updateOne({ _id, $or: isNews }, { $set: { trouble } })
  await BalanceModel.updateOne({ _id, silentSince: null, $or: isNews }, { $set: { silentSince: at } })
}

const troubleOf = (answer: SupplierBalance): string =>
  (answer.kind === 'ok' ? `It answers “${answer.balance}”, which is no amount.` : answer.message).slice(
    0,
    300,
  )
