import { reportMs } from '../contracts/order-ticket.ts'
import { OrderModel } from './orders/index.ts'

/** Orders of before were reported by nobody. */
export async function fillTickets(): Promise<void> {
  await OrderModel.collection.updateMany({ ticket: { $exists: false } }, { $set: { ticket: null } })
}

/**
 * Reports of before have no messages, and end 48 hours after the delivery. Of open ones the end is looked at now, so that
 * the next alarm is planned.
 */
export async function fillTalk(): Promise<void> {
  const delivered = { $ifNull: ['$ended.at', { $ifNull: ['$completedAt', '$ticket.openedAt'] }] }
  const isOpen = { $eq: ['$ticket.status', 'open'] }
  await OrderModel.collection.updateMany(
    {
      ...{ 'ticket.status': { $in: ['open', 'answered'] }, 'ticket.answerBy': { $gt: new Date(0) } },
      'ticket.endsAt': { $exists: false },
    },
    [
      {
        $set: {
          ...{ 'ticket.messages': [], 'ticket.readTo': 0, 'ticket.language': 'en', 'ticket.told': '' },
          'ticket.endsAt': { $add: [delivered, reportMs] },
          'due.notify.at': { $cond: [isOpen, '$$NOW', '$due.notify.at'] },
          'due.notify.seq': { $add: ['$due.notify.seq', { $cond: [isOpen, 1, 0] }] },
        },
      },
    ],
  )
}

/**
 * Processes of the release before have opened and told of reports while 0059 ran, or after it: they know of no end and
 * plan no alarm about it. Open reports with an alarm to come and no time in their lane are looked at now. May be run again.
 */
export async function planAlarms(): Promise<void> {
  await fillTalk()
  await OrderModel.collection.updateMany(
    {
      ...{ 'ticket.status': 'open', 'ticket.answerBy': { $gt: new Date(0) } },
      ...{ 'ticket.told': { $ne: 'over' }, 'due.notify.at': null },
    },
    [{ $set: { 'due.notify.at': '$$NOW', 'due.notify.seq': { $add: ['$due.notify.seq', 1] } } }],
  )
}
