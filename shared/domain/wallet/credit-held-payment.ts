import type { ClientSession, Types } from 'mongoose'
import { accounts } from './ledger-model.ts'
import type { IMovement } from './movement-model.ts'
import { type MovedWallets, postEntries } from './post-entries.ts'
import { recordMovement } from './record-movement.ts'

type Owner = { userId: Types.ObjectId; customer: IMovement['customer'] }
type Held = { ref: string; amountPaise: number; gateway: string; orderid: string; at: Date }

/**
 * Puts held money into its owner's wallet, in the caller's transaction. `ref` (`clientTxnId/doubt`) is the posting's
 * cause, so it happens once.
 */
export async function creditHeldPayment(
  session: ClientSession,
  owner: Owner,
  { ref, amountPaise, gateway, orderid, at }: Held,
): Promise<MovedWallets> {
  const note = `Payment for ${ref.split('/')[0]}, checked by our team`
  const postings = [
    { account: accounts.gateway(gateway), amountPaise: -amountPaise },
    { account: accounts.wallet(owner.userId), amountPaise },
  ]
  const moved = await postEntries(session, [{ kind: 'held_payment', ref, postings }], at)
  await recordMovement(session, owner, { kind: 'stray_payment', amountPaise, orderid, note, at, moved })
  return moved
}
