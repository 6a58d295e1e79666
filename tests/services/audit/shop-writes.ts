import { randomUUID } from 'node:crypto'
import * as incidents from '@jhatpat/shared/contracts/incidents.ts'
import { addNote } from '@jhatpat/shared/contracts/order-details.ts'
import { resolveDiscrepancy } from '@jhatpat/shared/contracts/payments.ts'
import { resolveException } from '@jhatpat/shared/contracts/reconciliation.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import * as savedViews from '@jhatpat/shared/contracts/saved-views.ts'
import * as suppliers from '@jhatpat/shared/contracts/suppliers.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { ReconciliationExceptionModel } from '@jhatpat/shared/domain/reports/reconciliation-model.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { buy, orderBody, startTopUp } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { endAllIncidents, holdFixture } from '../incidents/hold-fixture.ts'
import { type Attempt, attempt, insertManualProduct, type StaffContext, type Trials } from './audit-trial.ts'

const key = () => ({ idempotencyKey: randomUUID() })

async function unpaidOrder({ service }: StaffContext): Promise<string> {
  const user = await insertCustomer()
  return buy(await service.as(user), orderBody(user, await insertManualProduct()))
}

/** A payment of ₹345 that is in review, since its bank reference belongs to another order. */
const paymentInReview = {
  id: 'D1',
  kind: 'reference_reused',
  at: new Date(),
  gatewayId: 'G1',
  known: '',
  reported: '405588000001',
  orderRef: 'JP261121K7Q2MDX4',
  vendorStatus: 'success',
  amountPaise: 34_500,
  inReviewPaise: 34_500,
  resolution: null,
}
const inReview = {
  $set: { 'payment.discrepancies': [paymentInReview], 'payment.discrepancyAt': paymentInReview.at },
}

async function orderInReview(at: StaffContext): Promise<string> {
  const id = await unpaidOrder(at)
  await OrderModel.updateOne({ _id: id }, inReview)
  return id
}

async function topUpInReview({ service }: StaffContext): Promise<string> {
  const user = await insertCustomer()
  const id = await startTopUp(await service.as(user), user, 500)
  await WalletTransactionModel.updateOne({ _id: id }, inReview)
  return id
}

function closing(target: string, answer: 'credit' | 'dismiss'): Attempt {
  const id = `${target.split(':')[1]}-D1`
  return attempt({
    action: (who) =>
      who.call(resolveDiscrepancy, {
        params: { id },
        body: { answer, reason: 'Asked the gateway' },
        ...key(),
      }),
    rows: () => [
      {
        action: `discrepancy.${answer}` as const,
        target,
        reason: 'Asked the gateway',
        before: { discrepancy: 'D1', kind: 'reference_reused', amountPaise: 34_500 },
        after: {
          discrepancy: 'D1',
          resolution: answer,
          ...(answer === 'credit' && { creditedPaise: 34_500 }),
        },
      },
    ],
    again: 'discrepancy_resolved',
  })
}

async function closingException(state: 'explained' | 'resolved'): Promise<Attempt> {
  const id = `amount_differs/JP261121K7Q2MDX4/${randomUUID()}`
  await ReconciliationExceptionModel.create({
    _id: id,
    kind: 'amount_differs',
    ref: 'JP261121K7Q2MDX4',
    of: 'order',
    day: '2026-11-21',
    foundAt: new Date(),
    state: 'open',
  })
  return attempt({
    action: (who) => who.call(resolveException, { body: { id, state, note: 'The bank corrected it.' } }),
    rows: () => [
      {
        action: state === 'explained' ? ('exception.explain' as const) : ('exception.resolve' as const),
        target: `exception:${id}`,
        reason: 'The bank corrected it.',
        before: { state: 'open' },
        after: { state },
      },
    ],
  })
}

const message = { en: 'Top-ups take longer.', hi: 'टॉप-अप में देर हो रही है।', nextUpdateInMinutes: 30 }
const nextMessage = { en: 'They work again soon.', hi: 'ये जल्द ही फिर चलेंगे।', nextUpdateInMinutes: 60 }

/** An incident’s message to customers, as the audit log stores it. */
const messageOf = ({ message: { en, hi }, nextUpdateAt }: ReplyOf<typeof incidents.startIncident>) => ({
  en,
  hi,
  nextUpdateAt,
})

async function openIncident(at: StaffContext) {
  await endAllIncidents()
  return at.asMeera.call(incidents.startIncident, {
    body: { scope: 'SMILEPH', reason: 'No answers', ...message },
    ...key(),
  })
}

const newView = () => ({
  table: 'orders' as const,
  name: `Refunds ${randomUUID().slice(0, 8)}`,
  query: 'status=Refunded',
})

async function sharedView({ asMeera }: StaffContext) {
  const view = newView()
  const { views } = await asMeera.call(savedViews.saveView, { body: { ...view, isShared: true } })
  return { name: view.name, id: views.find(({ name }) => name === view.name)?.id ?? '' }
}

/** Calls about payments, reconciliation, suppliers, incidents and shared views. */
export const shopWrites: Trials = {
  'POST /admin/payments/discrepancies/:id/resolve': {
    'credits an order’s payment': async (at) => closing(`order:${await orderInReview(at)}`, 'credit'),
    'says that an order’s payment is no money': async (at) =>
      closing(`order:${await orderInReview(at)}`, 'dismiss'),
    'credits a top-up’s payment': async (at) => closing(`topup:${await topUpInReview(at)}`, 'credit'),
    'says that a top-up’s payment is no money': async (at) =>
      closing(`topup:${await topUpInReview(at)}`, 'dismiss'),
  },
  'POST /admin/reconciliation/resolve': {
    'explains an exception': () => closingException('explained'),
    'solves an exception': () => closingException('resolved'),
  },
  'POST /admin/suppliers/:account/settings': {
    'sets alarm, reserve and pausing': async ({ asMeera }) => {
      const all = await asMeera.call(suppliers.suppliers, {})
      const { settings } = all.find(({ account }) => account === 'MOOGOLD')!
      const { version } = settings
      const body = { lowBalanceLevel: '5000', reserve: '12.5', isAutoPauseOn: false, version }
      return attempt({
        action: (who) => who.call(suppliers.setSupplier, { params: { account: 'MOOGOLD' }, body, ...key() }),
        rows: () => [
          {
            action: 'supplier.update',
            target: 'supplier:MOOGOLD',
            reason: '',
            before: { lowBalanceLevel: '', reserve: '', isAutoPauseOn: true },
            after: { lowBalanceLevel: '5000', reserve: '12.5', isAutoPauseOn: false },
          },
        ],
        again: 'supplier_settings_changed',
      })
    },
  },
  'POST /admin/incidents': {
    'starts an incident': async () => {
      await endAllIncidents()
      const body = { scope: 'SMILEPH' as const, reason: 'No answers', ...message }
      return attempt({
        action: (who) => who.call(incidents.startIncident, { body, ...key() }),
        rows: (reply) => [
          {
            action: 'incident.start',
            target: `incident:${reply.id}`,
            reason: 'No answers',
            before: {},
            after: { scope: 'SMILEPH', ...messageOf(reply) },
          },
        ],
        again: 'incident_open',
      })
    },
  },
  'POST /admin/incidents/:incident/transition': {
    'releases orders at a pace': async (at) => {
      const { id, version } = await openIncident(at)
      const body = { to: 'release' as const, perMinute: 30, version }
      return attempt({
        action: (who) => who.call(incidents.transitionIncident, { params: { incident: id }, body, ...key() }),
        rows: () => [
          {
            action: 'incident.update',
            target: `incident:${id}`,
            reason: 'No answers',
            before: { state: 'active', perMinute: 15 },
            after: { state: 'releasing', perMinute: 30 },
          },
        ],
        again: 'incident_changed',
      })
    },
    halts: async (at) => {
      const { id, version } = await openIncident(at)
      const incidentCalls = holdFixture(at.asMeera)
      await incidentCalls.transition(id, 'release', 30)
      const body = { to: 'stop' as const, perMinute: 30, version: version + 1 }
      return attempt({
        action: (who) => who.call(incidents.transitionIncident, { params: { incident: id }, body, ...key() }),
        rows: () => [
          {
            action: 'incident.update',
            target: `incident:${id}`,
            reason: 'No answers',
            before: { state: 'releasing', perMinute: 30 },
            after: { state: 'stopped', perMinute: 30 },
          },
        ],
        again: 'incident_changed',
      })
    },
  },
  'POST /admin/incidents/:incident/message': {
    'changes the message to customers': async (at) => {
      const started = await openIncident(at)
      const { id, version } = started
      return attempt({
        action: (who) =>
          who.call(incidents.updateIncidentMessage, {
            params: { incident: id },
            body: { ...nextMessage, version },
            ...key(),
          }),
        rows: (reply) => [
          {
            action: 'incident.update',
            target: `incident:${id}`,
            reason: 'No answers',
            before: messageOf(started),
            after: messageOf(reply),
          },
        ],
        again: 'incident_changed',
      })
    },
  },
  'POST /admin/orders/:id/notes': {
    'notes something': async (at) => {
      const id = await unpaidOrder(at)
      const body = { text: 'Calls in the evening' }
      return attempt({
        action: (who) => who.call(addNote, { params: { id }, body, ...key() }),
        rows: () => [
          {
            action: 'order.note',
            target: `order:${id}`,
            reason: '',
            before: {},
            after: { note: 'Calls in the evening' },
          },
        ],
      })
    },
  },
  'POST /admin/views': {
    'shares a view': async () => {
      const body = { ...newView(), isShared: true }
      return attempt({
        action: (who) => who.call(savedViews.saveView, { body }),
        rows: ({ views }) => [
          {
            action: 'view.share',
            reason: '',
            before: {},
            target: `view:${views.find(({ name }) => name === body.name)?.id}`,
            after: { table: body.table, name: body.name, query: body.query },
          },
        ],
        refusedTo: 'support',
      })
    },
  },
  'POST /admin/views/:id': {
    'renames a shared view': async (at) => {
      const { id, name } = await sharedView(at)
      return attempt({
        action: (who) => who.call(savedViews.renameView, { params: { id }, body: { name: `${name}!` } }),
        rows: () => [
          {
            action: 'view.rename',
            target: `view:${id}`,
            reason: '',
            before: { name },
            after: { name: `${name}!` },
          },
        ],
        refusedTo: 'support',
      })
    },
  },
  'DELETE /admin/views/:id': {
    'removes a shared view': async (at) => {
      const { id, name } = await sharedView(at)
      return attempt({
        action: (who) => who.call(savedViews.removeView, { params: { id } }),
        rows: () => [
          { action: 'view.remove', target: `view:${id}`, before: { name }, after: {}, reason: '' },
        ],
        refusedTo: 'support',
        again: 'not_found',
      })
    },
  },
}
