import { Router } from 'express'
import { definedOnly } from '../wire/defined-only.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { payPage } from './pay-page.ts'
import { upiApi } from './upi-api.ts'
import { paise, rupees, type UpiRecord } from './upi-records.ts'
import { UpiCommand } from './upi-settings.ts'
import { openUpiStore, type UpiOptions, type UpiStore } from './upi-store.ts'

/** A simulator of UPIGateway: its calls, its payment page and its callbacks. */
export async function createUpiGatewaySimulator(options: UpiOptions): Promise<SimulatedVendor> {
  const store = await openUpiStore(options)
  const router = Router().use(upiApi(store)).use(payPage(store))
  return {
    name: 'upigateway',
    title: 'UPIGateway',
    router,
    command: (body) => runCommand(store, body),
    state: () => ({
      settings: store.settings(),
      next: store.plan.list(),
      orders: latest(store).map((record) => ({ ...record, amount: rupees(record.amountPaise) })),
    }),
    journal: () => store.journal.entries,
    deliveries: () => store.webhooks.deliveries,
    triggers: [['Any order', 'waits on its payment page until somebody presses Pay, Fail or Close there']],
    buttons,
    orders: () => ({ heads: ['Order', 'Amount', 'Status', 'Paid', ''], rows: latest(store).map(row) }),
    close: () => store.close(),
  }
}

async function runCommand(store: UpiStore, body: unknown): Promise<void> {
  const command = UpiCommand.parse(body)
  const { next, pay, payTwice, fail, close, scan, resendWebhook, reset, webhook, ...settings } = command
  if (reset) await store.reset(reset)
  store.change(definedOnly(settings))
  if (webhook) store.change({ webhook: { ...store.settings().webhook, ...definedOnly(webhook) } })
  if (next) store.plan.add(next)
  if (pay) await payOrder(store, pay)
  if (payTwice) await payOrder(store, payTwice, 2)
  if (fail) await store.end(find(store, fail), 'failure')
  if (close) await store.end(find(store, close), 'close')
  if (scan) await store.open(find(store, scan))
  if (resendWebhook) store.sendWebhook(find(store, resendWebhook))
}

type Payment = { client_txn_id: string; amount?: string | undefined; afterMs: number }

async function payOrder(store: UpiStore, payment: Payment, times = 1): Promise<void> {
  const record = find(store, payment)
  const amountPaise = payment.amount === undefined ? undefined : paise(payment.amount)
  const capture = async () => {
    for (let count = 0; count < times; count += 1) await store.capture(record, amountPaise)
  }
  if (payment.afterMs > 0) store.later(payment.afterMs, capture)
  else await capture()
}

/** @throws for an order that the gateway does not have */
function find(store: UpiStore, which: { client_txn_id: string }): UpiRecord {
  const record = store.records.byTxn.get(which.client_txn_id)
  if (!record) throw new RangeError(`No order ${which.client_txn_id}.`)
  return record
}

const latest = (store: UpiStore) => [...store.records.byTxn.values()].slice(-50).reverse()

function row(record: UpiRecord): string[] {
  const which = { client_txn_id: record.clientTxnId }
  const act = (label: string, command: object) =>
    `<button class="small" data-command="${escapeHtml(JSON.stringify(command))}">${label}</button>`
  return [
    `<a href="/upigateway/pay/${record.id}">${escapeHtml(record.clientTxnId)}</a>`,
    `₹${rupees(record.amountPaise)}`,
    escapeHtml(record.status),
    record.captures
      .map((capture) => `₹${rupees(capture.amountPaise)} ${escapeHtml(capture.upiTxnId)}`)
      .join('<br>'),
    act('Pay', { pay: which }) +
      act('Pay ₹1 less', { pay: { ...which, amount: rupees(Math.max(record.amountPaise - 100, 1)) } }) +
      act('Pay twice (hypothetical)', { payTwice: which }) +
      act('Fail', { fail: which }) +
      act('Close', { close: which }) +
      act('Webhook again', { resendWebhook: which }),
  ]
}

const buttons = [
  { label: 'Payments are made automatically after 3 s', command: { autoPayMs: 3000 } },
  { label: 'Payments are never made automatically', command: { autoPayMs: null } },
  { label: 'Next payment link: refused', command: { next: { outcome: 'refuse' } } },
  { label: 'Next payment link: made, but time-out', command: { next: { outcome: 'timeout_accepted' } } },
  { label: 'Next payment link: lost', command: { next: { outcome: 'timeout_lost' } } },
  {
    label: 'Next 5 status queries: HTTP 500',
    command: { next: { outcome: 'http500', call: 'check_order_status', times: 5 } },
  },
  { label: 'No bank reference in the first answer', command: { reference: 'empty_first' } },
  { label: 'Bank reference after a minute', command: { reference: 'late', referenceAfterMs: 60_000 } },
  { label: 'Another reference in each answer', command: { reference: 'changing' } },
  { label: 'Reference is the app’s own id', command: { reference: 'app_id' } },
  { label: 'All payments under one bank reference', command: { sameReference: '405512345678' } },
  { label: 'Second payments under the same id (hypothetical)', command: { secondPaymentId: 'same' } },
  { label: 'Payment link is a upi: link', command: { paymentUrlAs: 'upi' } },
  { label: 'Outer status is the text "true"', command: { outerStatusAs: 'text' } },
  { label: 'Not found is code 1610', command: { notFoundAs: 'code_1610' } },
  { label: 'Not found is empty data', command: { notFoundAs: 'empty_data' } },
  { label: 'FAILED, EXPIRED, PENDING', command: { statusTexts: 'synonyms' } },
  { label: 'Amounts as text', command: { amountAs: 'string' } },
  { label: 'Keeps the UTC day', command: { dayKept: 'utc' } },
  { label: 'Ignores the day', command: { dayKept: 'none' } },
  { label: 'Plan expired', command: { planExpired: true } },
  { label: 'Merchant logged out', command: { merchantLoggedOut: true } },
  { label: 'No UPI app links', command: { upiIntentNull: true } },
  { label: 'Payers pay ₹1 too little', command: { amountMismatch: -1 } },
  { label: 'Unknown status word', command: { statusWord: 'settling' } },
  { label: 'Webhooks are lost', command: { webhook: { lost: true } } },
  { label: 'Webhooks come 5 times', command: { webhook: { copies: 5 } } },
  { label: 'Webhooks come 10 s late', command: { webhook: { lateMs: 10_000 } } },
  { label: 'Down (HTTP 500)', command: { next: { outcome: 'http500', call: '*', times: 1_000_000 } } },
]
