import type { ClientSession, Types } from 'mongoose'
import { accounts } from './ledger-model.ts'
import { type IMovement, MovementModel } from './movement-model.ts'
import { type MovedWallets, postEntries } from './post-entries.ts'
import { recordMovement } from './record-movement.ts'

type Owner = { userId: Types.ObjectId; customer: IMovement['customer'] }

/** `by` is the admin's `_id` in hex; a negative amount takes away. */
export type Adjustment = { txnid: string; amountPaise: number; by: string; at: Date }

/**
 * Puts money into a wallet by hand, or takes it out, in the caller's transaction. The line's txnid is the posting's
 * cause, so it happens once. Its owner reads that it was us; why is in the audit log.
 * @throws AppError insufficient_balance when more is taken out than is there
 * @throws a duplicate-key error (see `isDuplicateKey`) when it was done before
 */
export async function adjustWallet(
  session: ClientSession,
  owner: Owner,
  { txnid, amountPaise, by, at }: Adjustment,
): Promise<MovedWallets> {
  const postings = [
    { account: accounts.adjustments, amountPaise: -amountPaise },
    { account: accounts.wallet(owner.userId), amountPaise },
  ]
  const moved = await postEntries(session, [{ kind: 'adjustment', ref: txnid, postings }], at)
  const note = amountPaise > 0 ? 'Added by our team' : 'Taken back by our team'
  await recordMovement(session, owner, {
    ...{ kind: 'adjustment', amountPaise, orderid: '', note, at, moved, txnid, by },
  })
  return moved
}

/** Whether an adjustment was made under this txnid. */
export async function wasAdjusted(txnid: string): Promise<boolean> {
  return (await MovementModel.exists({ _id: txnid })) !== null
}
