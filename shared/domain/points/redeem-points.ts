import { Types } from 'mongoose'
import { formatPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import {
  ledgerAccounts,
  postEntries,
  publishWallets,
  recordTransaction,
  type UpdatedWallets,
} from '../wallet/index.ts'
import { type PointRates, pointsText, pointsValuePaise, toHundredths } from './point-rules.ts'
import { type IPointsEntry, PointsEntryModel, pointAccounts } from './points-model.ts'
import { pointsBalance, postPoints } from './post-points.ts'

type Owner = { userId: string; userid: string; name: string; email: string; mobilenumber: string }
type RedeemDeps = Pick<Deps, 'clock' | 'publisher'> & { env: PointRates }

/**
 * Redeems points for money in their owner's wallet: both change in one transaction, under one cause.
 * @param request.txnid the id of the wallet transaction, the same for every retry of a request
 * @param request.value points, with at most two decimals
 * @returns the confirmation for the customer
 * @throws AppError amount_invalid when they are not worth a paisa, insufficient_points, idempotency_key_reused
 */
export async function redeemPoints(
  deps: RedeemDeps,
  owner: Owner,
  request: { txnid: string; value: number },
): Promise<string> {
  const hundredths = toHundredths(request.value)
  const valuePaise = pointsValuePaise(deps.env, hundredths)
  if (hundredths < 1 || valuePaise < 1) throw new AppError('amount_invalid', { field: 'value' })
  const redemption = {
    txnid: request.txnid,
    userId: new Types.ObjectId(owner.userId),
    hundredths,
    valuePaise,
  }
  try {
    publishWallets(deps, await redeem(deps, owner, redemption))
    return sentence(hundredths, valuePaise)
  } catch (error) {
    const earlier = await findRedeemed(redemption)
    if (!earlier) throw await withBalance(error, owner.userId)
    return sentence(hundredths, earlier.valuePaise)
  }
}

const sentence = (hundredths: number, valuePaise: number) =>
  `${pointsText(hundredths)} points redeemed. ${formatPaise(valuePaise)} added to your wallet.`

type Redemption = { txnid: string; userId: Types.ObjectId; hundredths: number; valuePaise: number }

function redeem({ clock }: RedeemDeps, owner: Owner, redemption: Redemption): Promise<UpdatedWallets> {
  const { txnid, userId, hundredths, valuePaise } = redemption
  const at = clock.now()
  const { userId: _id, ...customer } = owner
  const note = `${pointsText(hundredths)} points redeemed`
  return inTransaction(async (tx) => {
    const { redeemed: other } = pointAccounts
    const move = { kind: 'redeemed', ref: txnid, userId, hundredths: -hundredths, other, valuePaise } as const
    await postPoints(tx, { ...move, note: 'To your wallet' }, at)
    const postings = [
      { account: ledgerAccounts.points, amountPaise: -valuePaise },
      { account: ledgerAccounts.wallet(userId), amountPaise: valuePaise },
    ]
    const moved = await postEntries(tx, [{ kind: 'points_redeemed', ref: txnid, postings }], at)
    const line = { kind: 'points', amountPaise: valuePaise, orderid: '', note, at, txnid, moved } as const
    await recordTransaction(tx, { userId, customer }, line)
    return moved
  })
}

/**
 * The entry of an earlier try of this request. If there is one, the later error, such as too few points, is irrelevant.
 */
async function findRedeemed({ txnid, userId, hundredths }: Redemption): Promise<IPointsEntry | undefined> {
  // The earlier try's write may not be visible to other reads yet; a linearizable read waits for it.
  const entry = await PointsEntryModel.findById(`redeemed:${txnid}`)
    .readConcern('linearizable')
    .maxTimeMS(10_000)
    .lean<IPointsEntry | null>()
  if (!entry) return undefined
  const account = pointAccounts.owner(userId)
  const isSame = entry.postings.some(
    (posting) => posting.account === account && posting.hundredths === -hundredths,
  )
  if (!isSame) throw new AppError('idempotency_key_reused')
  return entry
}

/** Adds the balance to an error about too few points. */
async function withBalance(error: unknown, userId: string): Promise<unknown> {
  if (isDuplicateKey(error)) return new AppError('service_unavailable')
  if (!(error instanceof AppError) || error.code !== 'insufficient_points') return error
  const left = pointsText(await pointsBalance(userId))
  return new AppError('insufficient_points', {
    field: 'value',
    message: `You have ${left} points. Enter that number or less. Nothing was redeemed.`,
  })
}
