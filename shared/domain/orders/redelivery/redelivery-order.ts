import { noTask, taskAt } from '../../../platform/due-tasks.ts'
import { type IUnit, planUnits } from '../../fulfilment/index.ts'
import { purchaseCost, type PriceTerms } from '../../supply/index.ts'
import { pendingReasonOf } from '../change/attention.ts'
import type { OrderDoc } from '../order-model.ts'
import { paidUnits } from './redelivery-rules.ts'

type NewRedelivery = {
  orderid: string
  units: readonly IUnit[]
  /** Undefined for what people deliver. */
  terms: PriceTerms | undefined
  adminId: string
  at: Date
}

/**
 * Pure. The order that sends another one again: the same item to the same account, of which nobody checks the player a
 * second time. It costs nothing and earns nothing, so no money and no points ever move for it.
 */
export function newRedelivery(original: OrderDoc, { orderid, units, terms, adminId, at }: NewRedelivery): OrderDoc {
  const { userId, customer, product, item, category, input1, input2, playerName } = original
  const paid = terms ? paidUnits(original).length : 0
  return {
    ...{ userId, customer, product, item, category, input1, input2, playerName },
    _id: orderid,
    ...{ paymentmode: 'wallet', pricePaise: 0, redeliveryOf: original._id, redelivery: null, givenUpAt: null },
    ...(units.length < paid ? { unitsOfOriginal: paid } : {}),
    ...{ status: 'Processing', version: 1, revision: 1, reason: '' },
    delivery: terms ? 'instant' : 'manual',
    units: terms ? unitsOf(orderid, units, terms) : [],
    pendingReason: pendingReasonOf(terms ? 'in_progress' : 'manual', { since: at }),
    ...{ assignee: null, pendingCompletion: null, payment: null, walletTxnId: '', creditedPaise: 0, partlyRefundedPaise: 0 },
    points: { offered: 0, earned: 0, revoked: 0, late: 0, lateBonus: 0 },
    ...{ processingAt: at, completedAt: null, ended: null },
    history: [{ version: 1, at, from: '', to: 'Processing', by: adminId, reason: '' }],
    ...{ changes: [], staffActions: [], notes: [], supplierConflicts: [], hasSupplierConflict: false, vault: [] },
    ...{ ticket: null, lateOffer: null, hold: null },
    due: {
      ...{ payment: noTask(), fulfil: terms ? taskAt(at) : noTask(), completion: noTask(), sweepCount: 0 },
      // The answer to the report tells that it was made; this looks whether it takes long.
      notify: taskAt(at),
    },
    ...{ createdAt: at, updatedAt: at },
  }
}

function unitsOf(orderid: string, units: readonly IUnit[], terms: PriceTerms): IUnit[] {
  const ids = units.map(({ supplierItemId }) => supplierItemId)
  return planUnits(orderid, ids, (id) => ({ ...purchaseCost(terms, id), fields: terms.fields }))
}
