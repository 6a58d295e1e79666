import { setTimeout as wait } from 'node:timers/promises'
import { createFaultPlan } from '../wire/faults.ts'
import { openJournal } from '../wire/journal.ts'
import { createWebhookSender } from '../wire/webhook-sender.ts'
import { createUpiRecords, dayInIndia, rupees, type UpiRecord } from './upi-records.ts'
import { defaultUpiSettings } from './upi-settings.ts'

export type UpiOptions = {
  file: string
  key: string
  appUrl: () => string
  publicUrl: string | undefined
  now: () => Date
}

export type UpiStore = Awaited<ReturnType<typeof openUpiStore>>

/** The gateway's state: its records, its settings, and the operations on an order. */
export async function openUpiStore(options: UpiOptions) {
  const records = createUpiRecords()
  const journal = await openJournal(options.file, (entry) => records.fold(entry))
  const plan = createFaultPlan('create_order')
  let settings = structuredClone(defaultUpiSettings)
  let stopped = new AbortController()
  const webhooks = createWebhookSender({
    target: () => (options.appUrl() === '' ? '' : `${options.appUrl()}/api/webhooks/upigateway`),
    contentType: 'application/x-www-form-urlencoded',
    settings: () => settings.webhook,
    maxTries: 10,
    isAccepted: (httpStatus) => httpStatus >= 200 && httpStatus < 300,
  })

  const store = {
    key: options.key,
    publicUrl: options.publicUrl,
    records,
    journal,
    plan,
    webhooks,
    settings: () => settings,
    change(changes: Partial<typeof settings>) {
      settings = { ...settings, ...changes }
    },

    async create(asked: Record<string, string>, amountPaise: number): Promise<UpiRecord> {
      const order_id = 700_001 + records.byTxn.size
      const client_txn_id = asked.client_txn_id ?? ''
      const createdAt = options.now().toISOString()
      await journal.append('created', { order_id, client_txn_id, amountPaise, createdAt, asked })
      const record = records.byTxn.get(client_txn_id)!
      await store.startClocks(record)
      return record
    },

    async startClocks(record: UpiRecord): Promise<void> {
      const { autoPayMs, expireMs, webhook } = settings
      if (expireMs !== null)
        store.later(expireMs, () => (isOpen(record) ? store.end(record, 'failure') : undefined))
      if (autoPayMs === null) return
      if (webhook.beforeReply) await store.capture(record)
      else store.later(autoPayMs, () => store.capture(record))
    },

    /** Takes a payer's money; possible in every state, as with real UPI. */
    async capture(record: UpiRecord, amountPaise?: number): Promise<void> {
      const paid = amountPaise ?? record.amountPaise + Math.round(settings.amountMismatch * 100)
      await journal.append('captured', {
        client_txn_id: record.clientTxnId,
        order_id: record.id,
        id: captureId(record, settings.secondPaymentId),
        amountPaise: paid,
        amount: rupees(paid),
        upi_txn_id:
          settings.sameReference ||
          String(405_500_000_000 + journal.entries.length * 7919 + Math.floor(Math.random() * 7919)),
        customer_vpa: 'payer@simbank',
      })
      store.sendWebhook(record)
    },

    async end(record: UpiRecord, status: 'failure' | 'close'): Promise<void> {
      await journal.append('status', { client_txn_id: record.clientTxnId, order_id: record.id, status })
      store.sendWebhook(record)
    },

    async open(record: UpiRecord): Promise<void> {
      if (record.status !== 'created') return
      await journal.append('status', {
        client_txn_id: record.clientTxnId,
        order_id: record.id,
        status: 'scanning',
      })
    },

    sendWebhook(record: UpiRecord): void {
      const about = `${record.clientTxnId} ${record.status}`
      void webhooks.send(about, new URLSearchParams(callbackFields(record)).toString())
    },

    later(ms: number, act: () => Promise<void> | undefined): void {
      wait(ms, undefined, { signal: stopped.signal })
        .then(act)
        .catch(() => undefined)
    },

    async reset(what: 'faults' | 'all'): Promise<void> {
      settings = structuredClone(defaultUpiSettings)
      plan.clear()
      webhooks.stop()
      stopped.abort()
      stopped = new AbortController()
      if (what === 'faults') return
      records.clear()
      await journal.clear()
    },

    async close(): Promise<void> {
      stopped.abort()
      webhooks.stop()
      await journal.close()
    },
  }
  return store
}

/** An order's first payment has the order's id. */
const captureId = ({ id, captures }: UpiRecord, second: 'own' | 'same') =>
  second === 'same' || captures.length === 0 ? id : id * 100 + captures.length

const isOpen = (record: UpiRecord) => record.status === 'created' || record.status === 'scanning'

/** The fields of a status reply and of a callback, all as text. */
export function callbackFields(record: UpiRecord, capture = record.captures.at(-1)): Record<string, string> {
  const requestField = (name: string) => record.asked[name] ?? ''
  const paidPaise = capture?.amountPaise ?? record.amountPaise
  return {
    id: String(capture?.id ?? record.id),
    amount: rupees(paidPaise).replace(/\.00$/, ''),
    client_txn_id: requestField('client_txn_id'),
    createdAt: record.createdAt,
    customer_email: requestField('customer_email'),
    customer_mobile: requestField('customer_mobile'),
    customer_name: requestField('customer_name'),
    customer_vpa: capture?.payer ?? '',
    p_info: requestField('p_info'),
    redirect_url: requestField('redirect_url'),
    remark: capture ? 'Transaction successful' : 'Transaction pending',
    status: record.status === 'close' ? 'failure' : record.status,
    txnAt: dayInIndia(capture?.at ?? record.createdAt),
    udf1: requestField('udf1'),
    udf2: requestField('udf2'),
    udf3: requestField('udf3'),
    upi_txn_id: capture?.upiTxnId ?? '',
  }
}
