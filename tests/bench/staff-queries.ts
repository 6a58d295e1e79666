import { AuditModel, pageOfAudit } from '@jhatpat/shared/domain/audit/index.ts'
import { parseAuditQuery } from '@jhatpat/shared/domain/back-office/index.ts'
import { countTickets, listTickets, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { SliceQuery } from '@jhatpat/shared/platform/paginated-list.ts'
import type { Question } from './question.ts'

type Filters = Parameters<typeof parseAuditQuery>[1]

const owner = { role: 'admin', staffRole: 'owner' } as const

/** The queries of the audit log and of the ticket queue. */
export async function staffQuestions(): Promise<Question[]> {
  return [...(await ofTheLog()), ...(await ofTheQueue())]
}

async function ofTheLog(): Promise<Question[]> {
  const half = Math.floor((await AuditModel.estimatedDocumentCount()) / 2)
  const middle = await AuditModel.findOne().sort({ at: -1, _id: -1 }).skip(half).lean()
  const view = await AuditModel.findOne({ action: 'order.view' }).sort({ at: -1 }).lean()
  if (!middle || !view) throw new Error('the audit log is empty')
  const log = (name: string, asked: Filters & SliceQuery): Question => ({
    name: `audit log, ${name}`,
    collection: 'audit_log',
    ask: async () => {
      const { cursor, limit = 50, ...filters } = asked
      return (await pageOfAudit({ limit, cursor, ...(await parseAuditQuery(owner, filters)) })).rows.length
    },
  })
  const at = middle.at.getTime()
  return [
    log('first page', {}),
    log('deep cursor', { cursor: `${at}.${middle._id}` }),
    log('one actor', { by: view.by.userId }),
    log('one action', { action: 'order.cancel' }),
    log('one actor’s acts', { by: view.by.userId, action: 'order.view' }),
    log('days', { from: dayOf(at - 90 * 86_400_000), to: dayOf(at) }),
    log('of one thing', { target: view.target }),
    log('pasted order id', { q: view.target.slice('order:'.length) }),
    log('pasted request', { q: view.requestId }),
    log('pasted nonsense', { q: 'no-such-order' }),
  ]
}

async function ofTheQueue(): Promise<Question[]> {
  const [open, ended] = await Promise.all(middles.map(middleReport))
  const queue = (name: string, asked: Parameters<typeof listTickets>[1]): Question => ({
    name: `reports, ${name}`,
    collection: 'orders',
    ask: async () => (await listTickets(new Date(), asked)).tickets.length,
  })
  return [
    queue('due first', { status: 'open' }),
    queue('due, deep cursor', { status: 'open', cursor: open }),
    queue('resolved', { status: 'resolved' }),
    queue('resolved, deep cursor', { status: 'resolved', cursor: ended }),
    {
      name: 'reports, counted',
      collection: 'orders',
      ask: async () => Math.sign((await countTickets(new Date(), 'no-such-admin')).open),
    },
  ]
}

const middles = [
  { status: 'open', field: 'ticket.replyDueAt', way: 1 },
  { status: 'resolved', field: 'ticket.resolution.at', way: -1 },
] as const

/** The cursor of the ticket in the middle of its list, as a page's `next` names it. */
async function middleReport({ status, field, way }: (typeof middles)[number]): Promise<string> {
  const filter = { 'ticket.status': status, [field]: { $gt: new Date(0) } }
  const half = Math.floor((await OrderModel.countDocuments(filter)) / 2)
  const found = await OrderModel.findOne(filter)
    .sort({ [field]: way, _id: way })
    .skip(half)
    .lean()
  const at = found?.ticket?.resolution?.at ?? found?.ticket?.replyDueAt
  if (!found || !at) throw new Error('there are no reports')
  return `${at.getTime()}.${found._id}`
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
