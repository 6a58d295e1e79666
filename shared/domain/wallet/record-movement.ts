import type { ClientSession, Types } from 'mongoose'
import { noWork } from '../../platform/due.ts'
import { newReference } from '../../platform/ids.ts'
import { type IMovement, MovementModel, type WalletAfter } from './movement-model.ts'
import type { MovedWallets } from './post-entries.ts'

type Owner = { userId: Types.ObjectId; customer: IMovement['customer'] }

/** Writes a final line into a wallet's list, in the transaction that has moved the money. @returns its txnid */
export async function recordMovement(
  session: ClientSession,
  owner: Owner,
  line: {
    kind: Exclude<IMovement['kind'], 'topup'>
    amountPaise: number
    orderid: string
    note: string
    at: Date
    /** What posting it gave back. */
    moved: MovedWallets
    /** Where the line's id is known before; chosen at random without it. */
    txnid?: string
    /** The `_id` in hex of the admin who did it. */
    by?: string
  },
): Promise<string> {
  const { at, moved, by = 'system', txnid = newReference('JW', at), ...rest } = line
  await MovementModel.insertMany(
    [
      {
        _id: txnid,
        ...rest,
        status: 'Success',
        userId: owner.userId,
        customer: contactOf(owner),
        after: walletAfter(moved, owner.userId, at),
        payment: null,
        version: 1,
        revision: 1,
        history: [{ at, from: '', to: 'Success', by, reason: line.note }],
        due: { payment: noWork(), notify: noWork(), swept: 0 },
        createdAt: at,
        updatedAt: at,
      },
    ],
    { session },
  )
  return txnid
}

/**
 * How its owner's wallet stood after the postings that a line is of.
 * @throws when those moved another wallet: a mistake in the program
 */
export function walletAfter(moved: MovedWallets, owner: Types.ObjectId, at: Date): WalletAfter {
  const wallet = moved.get(String(owner))
  if (!wallet) throw new Error(`no posting moved the wallet of ${owner}`)
  const { balancePaise, version } = wallet
  return { balancePaise, version, at }
}

/** An order's customer has more fields than a movement keeps. */
const contactOf = ({ customer: { userid, name, email, mobilenumber } }: Owner) => ({
  userid,
  name,
  email,
  mobilenumber,
})
