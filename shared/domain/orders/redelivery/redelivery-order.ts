import { noWork, workAt } from '../../../platform/due.ts'
import { type IUnit, planUnits } from '../../fulfilment/index.ts'
import { purchaseCost, type PriceTerms } from '../../supply/index.ts'
import { attentionOf } from '../change/attention.ts'
import type { OrderDoc } from '../order-model.ts'
import { paidPacks } from './redelivery-rules.ts'

type Again = {
  orderid: string
  packs: readonly IUnit[]
  /** Undefined for what people deliver. */
  terms: PriceTerms | undefined
  adminId: string
  at: Date
}

/**
 * Pure. The order that sends another one again: the same item to the same account, of which nobody checks the player a
 * second time. It costs nothing and earns nothing, so no money and no points ever move for it.
 */
export function redeliveryOrder(first: OrderDoc, { orderid, packs, terms, adminId, at }: Again): OrderDoc {
  const { userId, customer, product, item, category, input1, input2, playerName } = first
  const paid = terms ? paidPacks(first).length : 0
  return {
    ...{ userId, customer, product, item, category, input1, input2, playerName },
    _id: orderid,
    ...{ paymentmode: 'wallet', pricePaise: 0, redeliveryOf: first._id, redelivery: null, givenUpAt: null },
    ...(packs.length < paid ? { packsOfFirst: paid } : {}),
    ...{ status: 'Processing', version: 1, revision: 1, reason: '' },
    delivery: terms ? 'instant' : 'by_hand',
    units: terms ? unitsOf(orderid, packs, terms) : [],
    attention: attentionOf(terms ? 'trying' : 'by_hand', { since: at }),
    ...{ claim: null, closing: null, payment: null, walletTxnId: '', creditedPaise: 0, sharePaise: 0 },
    points: { offered: 0, earned: 0, takenBack: 0, late: 0, lateGiven: 0 },
    ...{ processingAt: at, completedAt: null, ended: null },
    history: [{ version: 1, at, from: '', to: 'Processing', by: adminId, reason: '' }],
    ...{ changes: [], decisions: [], notes: [], supplierConflicts: [], hasSupplierConflict: false, vault: [] },
    ...{ ticket: null, offer: null, parked: null },
    due: {
      ...{ payment: noWork(), fulfil: terms ? workAt(at) : noWork(), close: noWork(), swept: 0 },
      // The answer to the report tells that it was made; this looks whether it takes long.
      notify: workAt(at),
    },
    ...{ createdAt: at, updatedAt: at },
  }
}

function unitsOf(orderid: string, packs: readonly IUnit[], terms: PriceTerms): IUnit[] {
  const ids = packs.map(({ supplierItemId }) => supplierItemId)
  return planUnits(orderid, ids, (id) => ({ ...purchaseCost(terms, id), fields: terms.fields }))
}
