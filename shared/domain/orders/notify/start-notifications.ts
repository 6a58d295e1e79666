import type { Deps } from '../../deps.ts'
import {
  lostAnswer,
  nextAttempt,
  type OutgoingMessage,
  type SendingStart,
  type SendResult,
  sendingId,
} from '../../notifications/index.ts'
import { recordInternally, rescheduleTask } from '../change/change-order.ts'
import { unchangedSinceRead } from '../change/staff-action.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import type { NotificationRecord } from '../model/notification-record-schema.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { notificationIs, type OrderGuard, type OrderSet, setNotification } from '../model/order-update.ts'

/** `index`: of the record in the order. It stays, since records are only appended. */
type OrderStart = SendingStart & { sending: NotificationRecord; index: number }

/**
 * Starts all messages of an order that are due, in one write before any of them is sent. The write matches the order
 * only as it was read, so what is sent is true at that moment.
 * @returns undefined when the order has changed since it was read; nothing is started then
 */
export async function startNotifications(
  order: OrderDoc,
  messages: readonly OutgoingMessage[],
  now: Date,
): Promise<OrderStart[] | undefined> {
  const { notifications: records, due } = order
  const starts = planStarts(records, messages, now)
  const started = starts.filter(({ current }) => current)
  if (started.length === 0) return starts
  const restarted = started.filter(({ index }) => index < records.length)
  const after = await recordInternally(order, {
    guard: {
      ...unchangedSinceRead(order),
      'due.notify.seq': due.notify.seq,
      notifications: { $size: records.length },
      ...every(restarted, ({ index, sending: { attempts } }) =>
        notificationIs(index, { status: 'deferred', attempts: attempts - 1 }),
      ),
    },
    set: every(started, ({ index, sending }): OrderSet => setNotification(index, sending)),
  })
  return after && starts
}

/** Pure. Of messages with one id, only the first counts. */
function planStarts(
  records: readonly NotificationRecord[],
  messages: readonly OutgoingMessage[],
  now: Date,
): OrderStart[] {
  const starts = new Map<string, OrderStart>()
  let { length } = records
  for (const message of messages) {
    const { notification, channel } = message
    const id = sendingId(notification, channel)
    if (starts.has(id)) continue
    const found = records.findIndex((record) => record.id === id)
    const record = records[found]
    const attempt = nextAttempt(record, now)
    if (attempt) {
      const sending = { id, kind: notification.kind, ...attempt }
      starts.set(id, { message, sending, index: record ? found : length, current: notification })
      if (!record) length += 1
    } else if (record) {
      const answer = lostAnswer(record, now)
      starts.set(id, { message, sending: record, index: found, ...(answer && { answer }) })
    }
  }
  return [...starts.values()]
}

type Answers = {
  results: readonly SendResult<OrderStart>[]
  /** With the last answers: when the task is due again, if at all, and what else it has done. */
  end?: Pick<OrderEdit, 'due' | 'set'> | undefined
}

/**
 * Records answers, and with the last ones ends or reschedules the task. Safe to repeat: an answer is recorded only for
 * its own attempt, and the end of the task only if no newer one is due.
 */
export async function recordNotifications(
  deps: Pick<Deps, 'queues'>,
  order: OrderDoc,
  { results, end }: Answers,
): Promise<void> {
  const answers = (some: typeof results) => ({
    guard: every(some, ({ start: { index }, sending: { attempts } }) =>
      notificationIs(index, { status: 'sending', attempts }),
    ),
    set: every(some, ({ start: { index }, sending }): OrderSet => setNotification(index, sending)),
  })
  const { guard, set } = answers(results)
  const isWritten = end
    ? await rescheduleTask(deps, order, {
        ...end,
        guard: { ...guard, 'due.notify.seq': order.due.notify.seq },
        set: { ...set, ...end.set },
      })
    : await recordInternally(order, { guard, set })
  if (isWritten) return
  // The order has newer tasks than these answers know, and whatever set them has enqueued them.
  for (const result of results) await recordInternally(order, answers([result]))
}

/** Merges the conditions or fields of several records. */
const every = <Part, Whole extends OrderGuard | OrderSet>(
  parts: readonly Part[],
  of: (part: Part) => Whole,
): Whole => Object.assign({}, ...parts.map(of))
