import { OrderModel } from './orders/index.ts'

/** What nothing but a person gets on, once nothing is due any more (`attentionOf` decides it of today's orders). */
const forPerson = ['by_hand', 'partly_delivered', 'supplier_holds', 'stuck']
const forPersonAtLast = ['outcome_unknown', 'supplier_refused']

/** Open orders of before say whether they need a person. May be run again. */
export async function fillForPerson(): Promise<void> {
  const isUntold = {
    status: 'Processing',
    attention: { $ne: null },
    'attention.forPerson': { $exists: false },
  }
  const isForPerson = {
    $or: [
      { $in: ['$attention.kind', forPerson] },
      { $and: [{ $in: ['$attention.kind', forPersonAtLast] }, { $eq: ['$due.fulfil.at', null] }] },
    ],
  }
  await OrderModel.collection.updateMany(isUntold, [{ $set: { 'attention.forPerson': isForPerson } }])
}
