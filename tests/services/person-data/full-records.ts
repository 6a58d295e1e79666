import { models } from '@jhatpat/shared/domain/database/models.ts'
import type { Schema, Types } from 'mongoose'
import { fullDocument } from '../../support/full-document.ts'

export type FullRecord = { document: Record<string, unknown>; values: ReadonlyMap<string, unknown> }

/** Ids of the records. */
export const fullIds = {
  order: 'JP180101AAAAAAAA',
  transaction: 'JT180101AAAAAAAA',
  deliveryId: 'JP180101AAAAAAAA/1',
}

/** A document of a collection with a value in every field. */
export function fullRecord(collection: string): FullRecord {
  const model = models.find((candidate) => candidate.collection.name === collection)
  if (!model) throw new Error(`there is no collection ${collection}`)
  return fullDocument(model.schema as Schema, collection)
}

/** An ended order about which nothing is open. */
export function fullOrder(userId: Types.ObjectId, endedAt: Date): FullRecord {
  const { document, values } = fullRecord('orders')
  const { units, vault, ticket, redelivery, payment } = document as Record<string, object & unknown[]>
  const idle = { at: null, seq: 1 }
  Object.assign(document, {
    _id: fullIds.order,
    userId,
    status: 'Completed',
    redeliveryOf: '',
    hasSupplierConflict: false,
    ended: { at: endedAt, by: 'supplier', previous: null },
    due: { payment: idle, fulfil: idle, notify: idle, completion: idle, sweepCount: 0 },
    vault: vault?.map((delivery) => ({ ...(delivery as object), deliveryId: fullIds.deliveryId })),
    units: units?.map((unit) => ({ ...(unit as object), state: 'delivered', isFollowedUp: false })),
    ticket: { ...ticket, status: 'resolved' },
    redelivery: { ...redelivery, state: 'arrived' },
    payment: { ...payment, discrepancyAt: null },
  })
  delete document.clearedAt
  return { document, values }
}

/** A movement of money about which nothing is open. */
export function fullTransaction(userId: Types.ObjectId, createdAt: Date): FullRecord {
  const { document, values } = fullRecord('wallet_transactions')
  const idle = { at: null, seq: 1 }
  Object.assign(document, {
    _id: fullIds.transaction,
    userId,
    status: 'Success',
    createdAt,
    due: { payment: idle, notify: idle, sweepCount: 0 },
    payment: { ...(document.payment as object), discrepancyAt: null },
  })
  return { document, values }
}
