import { definedOnly } from '../wire/defined-only.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { mooGoldApi } from './moogold-api.ts'
import { dollars, type MooGoldOrder } from './moogold-orders.ts'
import { MooGoldCommand, mooGoldTriggers } from './moogold-settings.ts'
import { type MooGoldOptions, type MooGoldStore, openMooGoldStore } from './moogold-store.ts'

/** A simulator of MooGold's reseller API, with its wallet and its callbacks. */
export async function createMooGoldSimulator(options: MooGoldOptions): Promise<SimulatedVendor> {
  const store = await openMooGoldStore(options)
  return {
    name: 'moogold',
    title: 'MooGold',
    router: mooGoldApi(store),
    command: (body) => runCommand(store, body),
    state: () => ({
      settings: store.settings(),
      balance: dollars(store.orders.balanceCents),
      next: store.plan.list(),
      users: store.players(),
      orders: latest(store),
    }),
    journal: () => store.journal.entries,
    deliveries: () => store.webhooks.deliveries,
    triggers: mooGoldTriggers,
    buttons,
    orders: () => ({
      heads: ['Order', 'Our id', 'Pack', 'Account', 'USD', 'Status', ''],
      rows: latest(store).map(row),
    }),
    close: () => store.close(),
  }
}

async function runCommand(store: MooGoldStore, body: unknown): Promise<void> {
  const { next, balance, users, addAccount, setStatus, reset, webhook, ...settings } =
    MooGoldCommand.parse(body)
  if (reset) await store.reset(reset)
  store.change(definedOnly(settings))
  if (webhook) store.change({ webhook: { ...store.settings().webhook, ...definedOnly(webhook) } })
  if (users) store.addPlayers(users)
  if (addAccount) store.addAccount(addAccount)
  if (next) store.plan.add(next)
  if (balance !== undefined) await store.setBalance(balance)
  if (setStatus) await setOrderStatus(store, setStatus)
}

type StatusChange = { order_id?: number | undefined; partnerOrderId?: string | undefined; status: string }

async function setOrderStatus(
  store: MooGoldStore,
  { order_id, partnerOrderId, status }: StatusChange,
): Promise<void> {
  const order =
    store.orders.byId.get(order_id ?? 0) ?? store.orders.byPartnerId(store.partnerId, partnerOrderId ?? ' ')
  if (!order) throw new RangeError(`No order ${order_id ?? partnerOrderId}.`)
  order.statuses = [status]
  await store.move(order, status, 0)
}

const latest = (store: MooGoldStore) => [...store.orders.byId.values()].slice(-50).reverse()

function row(order: MooGoldOrder): string[] {
  const setStatus = (status: string) => {
    const command = JSON.stringify({ setStatus: { order_id: order.id, status } })
    return `<button class="small" data-command="${escapeHtml(command)}">${status}</button>`
  }
  const cells = [order.id, order.partnerOrderId, order.product, Object.values(order.account).join(' / ')]
  const rest = [dollars(order.totalCents), order.status]
  return [
    ...[...cells, ...rest].map(escapeHtml),
    ['completed', 'incorrect-details', 'refunded'].map(setStatus).join(''),
  ]
}

const buttons = [
  { label: 'Next order: refused (out of stock)', command: { next: { outcome: 'refuse' } } },
  { label: 'Next order: taken, but time-out', command: { next: { outcome: 'timeout_accepted' } } },
  { label: 'Next order: lost, time-out', command: { next: { outcome: 'timeout_lost' } } },
  { label: 'Next order: taken, then reset', command: { next: { outcome: 'reset_accepted' } } },
  { label: 'Next order: taken, but HTTP 500', command: { next: { outcome: 'http500_accepted' } } },
  { label: 'Next order: taken, JSON cut', command: { next: { outcome: 'cut_json' } } },
  { label: 'Next order: taken, no order id', command: { next: { outcome: 'no_id' } } },
  { label: 'Next order: an HTML page', command: { next: { outcome: 'html' } } },
  {
    label: 'Orders: processing twice, then completed',
    command: { statuses: ['processing', 'processing', 'completed'] },
  },
  { label: 'Orders: incorrect details', command: { statuses: ['processing', 'incorrect-details'] } },
  { label: 'Orders: refunded', command: { statuses: ['processing', 'refunded'] } },
  { label: 'Statuses move by themselves every 3 s', command: { advanceMs: 3000 } },
  { label: 'Player check not enabled (no route)', command: { validate: 'no_route' } },
  { label: 'Player check not available', command: { validate: 'not_available' } },
  { label: 'Player check: kindly contact', command: { validate: 'kindly_contact' } },
  {
    label: 'Mobile Legends wants Server, not Server ID',
    command: { fields: { 15145: ['User ID', 'Server'] } },
  },
  {
    label: 'Honor of Kings wants a server, too',
    command: { fields: { 5177311: ['Player ID', 'Server'] } },
  },
  { label: 'Errors under HTTP 200', command: { errorHttpStatus: 200 } },
  { label: 'Errors under HTTP 400', command: { errorHttpStatus: 400 } },
  { label: 'Errors inside data', command: { errorInData: true } },
  { label: 'Timestamps at most 60 s old', command: { timeWindowS: 60 } },
  { label: 'Prices as text', command: { priceAsText: true } },
  { label: 'Replies echo our id', command: { echoPartnerId: true } },
  { label: 'Order id at top level', command: { createReply: 'top_level' } },
  { label: 'No balance left', command: { balance: '0' } },
  { label: 'Callbacks are lost', command: { webhook: { lost: true } } },
  { label: 'Callback before the reply', command: { webhook: { beforeReply: true } } },
  { label: 'Callbacks repeat every 5 s', command: { webhook: { retryMs: 5000 } } },
  { label: 'Down (HTTP 500)', command: { next: { outcome: 'http500', call: '*', times: 1_000_000 } } },
]
