import mongoose from 'mongoose'

/**
 * Payments of the time before links and the gateway's ids were kept: their one link is written down, and each sum
 * goes on being named by its bank reference, as the ledger names it. Can be run again.
 */
export async function carryPaymentsOver(): Promise<void> {
  for (const name of ['orders', 'wallet_transactions']) {
    await mongoose.connection
      .collection(name)
      .updateMany({ payment: { $type: 'object' }, 'payment.links': { $exists: false } }, [
        { $set: { payment: { $mergeObjects: ['$payment', { links: [link], captures, ...rest }] } } },
        { $unset: ['payment.gatewayId', 'payment.paymentUrl', 'payment.upiLinks'] },
      ])
  }
}

const orNull = (field: string) => ({ $ifNull: [field, null] })

const link = {
  id: '$_id',
  gatewayId: { $ifNull: ['$payment.gatewayId', ''] },
  paymentUrl: { $ifNull: ['$payment.paymentUrl', ''] },
  upiLinks: orNull('$payment.upiLinks'),
  at: '$createdAt',
  state: { $cond: [{ $gt: ['$payment.paymentUrl', ''] }, 'open', 'unclear'] },
}

/** A payment of before was known by its bank reference, which some gateways did not give. */
const knownBy = { $cond: [{ $gt: ['$$one.bankReference', ''] }, '$$one.bankReference', '$_id'] }

const captures = {
  $map: {
    input: { $ifNull: ['$payment.captures', []] },
    as: 'one',
    in: { $mergeObjects: ['$$one', { gatewayId: knownBy, linkId: '$_id' }] },
  },
}

const rest = { answeredAt: orNull('$payment.askedAt'), calledAt: null, doubts: [], doubtAt: null }
