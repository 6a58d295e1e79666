import { Types } from 'mongoose'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { noWork, workAt } from '../../platform/due.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { newPayment, openPayment, payAddress } from '../payments/index.ts'
import { checkTopUpPayment } from './jobs.ts'
import { type IMovement, type MovementDoc, MovementModel } from './movement-model.ts'

/** Who tops up, as the session knows them. */
export type TopUpOwner = { userId: string; userid: string; name: string; email: string; mobilenumber: string }

type TopUpDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'queues' | 'log'>

/**
 * Writes a top-up down, then asks the gateway for a payment link: no money can come for something unknown.
 * @param request.txnid the new top-up's id, the same for every try of the same request
 * @param request.amount rupees
 * @returns where to pay, and the top-up's id
 * @throws amount_invalid, idempotency_key_reused, payment_refused, payment_unavailable
 */
export async function startTopUp(
  deps: TopUpDeps,
  owner: TopUpOwner,
  request: { txnid: string; amount: number },
): Promise<{ payment_url: string; client_txn_id: string }> {
  const amountPaise = toPaise(request.amount)
  if (amountPaise <= 0) throw new AppError('amount_invalid', { field: 'value' })
  const movement = await insertOnce(newTopUp(deps, owner, { ...request, amountPaise }))
  const { _id: txnid, status } = movement
  if (status === 'Success' || status === 'Failed') {
    return { payment_url: `/walletconfirmation?client_txn_id=${txnid}`, client_txn_id: txnid }
  }
  const link = movement.payment?.paymentUrl ? movement.payment : await openLink(deps, movement)
  await deps.queues.enqueue(checkTopUpPayment, txnid, {
    at: movement.due.payment.at ?? deps.clock.now(),
    seq: movement.due.payment.seq,
  })
  return { payment_url: payAddress(txnid, link), client_txn_id: txnid }
}

function newTopUp(
  deps: TopUpDeps,
  owner: TopUpOwner,
  request: { txnid: string; amountPaise: number },
): IMovement {
  const now = deps.clock.now()
  const { userId, ...customer } = owner
  const firstLook = new Date(now.getTime() + (deps.env.PAYMENT_POLL_MS[0] ?? 5_000))
  return {
    _id: request.txnid,
    kind: 'topup',
    status: 'Created',
    userId: new Types.ObjectId(userId),
    customer,
    amountPaise: request.amountPaise,
    orderid: '',
    note: 'Top-up by UPI',
    payment: newPayment(deps.gateway.name, now, deps.env.PAYMENT_WINDOW_MS),
    version: 1,
    revision: 1,
    history: [{ at: now, from: '', to: 'Created', by: 'customer', reason: '' }],
    due: { payment: workAt(firstLook), notify: noWork(), swept: 0 },
    createdAt: now,
    updatedAt: now,
  }
}

/** Another try of the same request finds what the first has made. */
async function insertOnce(movement: IMovement): Promise<MovementDoc> {
  try {
    await MovementModel.insertMany([movement])
    return movement
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const first = await MovementModel.findById(movement._id).lean<MovementDoc | null>()
    if (!first) throw error
    if (!first.userId.equals(movement.userId)) throw new AppError('idempotency_key_reused')
    return first
  }
}

async function openLink(deps: TopUpDeps, movement: MovementDoc) {
  const link = await openPayment(deps, {
    clientTxnId: movement._id,
    amountPaise: movement.amountPaise,
    description: 'Wallet top-up',
    customer: {
      name: movement.customer.name,
      email: movement.customer.email,
      mobile: movement.customer.mobilenumber,
    },
    redirectUrl: `${deps.env.PUBLIC_URL}/walletconfirmation`,
  })
  await MovementModel.updateOne(
    { _id: movement._id },
    {
      $set: {
        'payment.gatewayId': link.gatewayId,
        'payment.paymentUrl': link.paymentUrl,
        'payment.upiLinks': link.upiLinks,
      },
    },
  )
  return link
}
