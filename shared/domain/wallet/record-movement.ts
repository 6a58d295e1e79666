import type { ClientSession, Types } from 'mongoose'
import { noWork } from '../../platform/due.ts'
import { newReference } from '../../platform/ids.ts'
import { type IMovement, MovementModel } from './movement-model.ts'

type Owner = { userId: Types.ObjectId; customer: IMovement['customer'] }

/** Writes a final line into a wallet's list, in the transaction that moved the money. @returns its txnid */
export async function recordMovement(
  session: ClientSession,
  owner: Owner,
  line: {
    kind: Exclude<IMovement['kind'], 'topup'>
    amountPaise: number
    orderid: string
    note: string
    at: Date
    /** Where the line's id is known before; chosen at random without it. */
    txnid?: string
    /** The `_id` in hex of the admin who did it. */
    by?: string
  },
): Promise<string> {
  const { at, by = 'system', txnid = newReference('JW', at), ...rest } = line
  await MovementModel.insertMany(
    [
      {
        _id: txnid,
        ...rest,
        status: 'Success',
        userId: owner.userId,
        customer: contactOf(owner),
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

/** An order's customer has more fields than a movement keeps. */
const contactOf = ({ customer: { userid, name, email, mobilenumber } }: Owner) => ({
  userid,
  name,
  email,
  mobilenumber,
})
