import { Types } from 'mongoose'
import { formatPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { accounts, publishWallets, type MovedWallets, postEntries, recordMovement } from '../wallet/index.ts'
import { type PointRates, pointsText, toHundredths, worthOf } from './point-rules.ts'
import { type IPointSet, PointSetModel, pointAccounts } from './points-model.ts'
import { pointsBalance, postPoints } from './post-points.ts'

type Owner = { userId: string; userid: string; name: string; email: string; mobilenumber: string }
type RedeemDeps = Pick<Deps, 'clock' | 'publisher'> & { env: PointRates }

/**
 * Turns points into money of their owner's wallet: points down and wallet up in one transaction, under one cause.
 * @param request.txnid the id of the wallet's line, the same for every try of the same request
 * @param request.value points, with two decimals at most
 * @returns what is said to the customer
 * @throws AppError amount_invalid when they are not worth a paisa, insufficient_points, idempotency_key_reused
 */
export async function redeemPoints(
  deps: RedeemDeps,
  owner: Owner,
  request: { txnid: string; value: number },
): Promise<string> {
  const hundredths = toHundredths(request.value)
  const worthPaise = worthOf(deps.env, hundredths)
  if (hundredths < 1 || worthPaise < 1) throw new AppError('amount_invalid', { field: 'value' })
  const wish = { txnid: request.txnid, userId: new Types.ObjectId(owner.userId), hundredths, worthPaise }
  try {
    publishWallets(deps, await redeem(deps, owner, wish))
    return sentence(hundredths, worthPaise)
  } catch (error) {
    const earlier = await findRedeemed(wish)
    if (!earlier) throw await clearly(error, owner.userId)
    return sentence(hundredths, earlier.worthPaise)
  }
}

const sentence = (hundredths: number, worthPaise: number) =>
  `${pointsText(hundredths)} points redeemed. ${formatPaise(worthPaise)} is in your wallet.`

type Wish = { txnid: string; userId: Types.ObjectId; hundredths: number; worthPaise: number }

function redeem({ clock }: RedeemDeps, owner: Owner, wish: Wish): Promise<MovedWallets> {
  const { txnid, userId, hundredths, worthPaise } = wish
  const at = clock.now()
  const { userId: _id, ...customer } = owner
  const note = `${pointsText(hundredths)} points redeemed`
  return inTransaction(async (session) => {
    const { redeemed: other } = pointAccounts
    const move = { kind: 'redeemed', ref: txnid, userId, hundredths: -hundredths, other, worthPaise } as const
    await postPoints(session, { ...move, note: 'To your wallet' }, at)
    const postings = [
      { account: accounts.points, amountPaise: -worthPaise },
      { account: accounts.wallet(userId), amountPaise: worthPaise },
    ]
    const moved = await postEntries(session, [{ kind: 'points_redeemed', ref: txnid, postings }], at)
    const line = { kind: 'points', amountPaise: worthPaise, orderid: '', note, at, txnid, moved } as const
    await recordMovement(session, { userId, customer }, line)
    return moved
  })
}

/** Another try of the same request did it: then whatever stopped this one, such as too few points, is no news. */
async function findRedeemed({ txnid, userId, hundredths }: Wish): Promise<IPointSet | undefined> {
  // What a transaction saw before it failed may be too young for other reads: this one waits until it has lasted.
  const set = await PointSetModel.findById(`redeemed:${txnid}`)
    .readConcern('linearizable')
    .maxTimeMS(10_000)
    .lean<IPointSet | null>()
  if (!set) return undefined
  const account = pointAccounts.owner(userId)
  const isSame = set.postings.some((one) => one.account === account && one.hundredths === -hundredths)
  if (!isSame) throw new AppError('idempotency_key_reused')
  return set
}

/** Who asks for more than is there is told how many are. */
async function clearly(error: unknown, userId: string): Promise<unknown> {
  if (isDuplicateKey(error)) return new AppError('service_unavailable')
  if (!(error instanceof AppError) || error.code !== 'insufficient_points') return error
  const left = pointsText(await pointsBalance(userId))
  return new AppError('insufficient_points', {
    field: 'value',
    message: `You have ${left} points. Nothing was redeemed.`,
  })
}
