import { setTimeout as wait } from 'node:timers/promises'
import { createBehaviour } from '../wire/behaviour.ts'
import { openJournal } from '../wire/journal.ts'
import { parseJson } from '../wire/read-fields.ts'
import { createWebhookSender } from '../wire/webhook-sender.ts'
import type { MooGoldVariation } from './moogold-catalogue.ts'
import { cents, createMooGoldOrders, dollars, type MooGoldOrder } from './moogold-orders.ts'
import { defaultMooGoldPlayers, defaultMooGoldSettings } from './moogold-settings.ts'

export type MooGoldOptions = { file: string; partnerId: string; secret: string; appUrl: () => string }

export type MooGoldStore = Awaited<ReturnType<typeof openMooGoldStore>>

export type NewOrder = {
  partnerId: string
  partnerOrderId: string
  variation: MooGoldVariation
  account: Record<string, string>
  /** The product's names for the account's fields. */
  fields: readonly string[]
  quantity: number
  statuses: readonly string[]
  codes: readonly string[]
}

const OPENING_CENTS = 83_221

/** The supplier's state: its orders and wallet, and how its orders advance. */
export async function openMooGoldStore(options: MooGoldOptions) {
  const orders = createMooGoldOrders(OPENING_CENTS, options.partnerId)
  const journal = await openJournal(options.file, (entry) => orders.fold(entry))
  const { beAsUsual, ...behaviour } = createBehaviour(
    'order/create_order',
    defaultMooGoldSettings,
    defaultMooGoldPlayers,
  )
  const { settings } = behaviour
  const secrets = new Map([[options.partnerId, options.secret]])
  const stopped = new AbortController()
  const webhooks = createWebhookSender({
    target: () => (options.appUrl() === '' ? '' : `${options.appUrl()}/api/webhooks/moogold`),
    contentType: 'application/json',
    settings: () => settings().webhook,
    maxTries: 100,
    isAccepted: (httpStatus, text) => httpStatus === 200 && parseJson(text).status === 'success',
  })

  const store = {
    partnerId: options.partnerId,
    secret: options.secret,
    orders,
    journal,
    webhooks,
    ...behaviour,
    /** Adds an account with its own orders. All accounts share one balance. */
    addAccount: ({ partnerId, secret }: { partnerId: string; secret: string }) =>
      void secrets.set(partnerId, secret),
    secretOf: (partnerId: string) => secrets.get(partnerId),
    setBalance: (text: string) => journal.append('balance_set', { balance_after: dollars(cents(text)) }),

    /** Debits the wallet and records the order; undefined when the balance is too low. */
    async place(order: NewOrder): Promise<MooGoldOrder | undefined> {
      const total = cents(order.variation.price) * order.quantity
      if (total > orders.balanceCents) return undefined
      const order_id = 952_272 + orders.byId.size
      await journal.append('order', {
        order_id,
        partnerId: order.partnerId,
        partnerOrderId: order.partnerOrderId,
        variation_id: order.variation.id,
        product: `${order.variation.product.name} - ${order.variation.name}`,
        account: order.account,
        fields: order.fields,
        quantity: order.quantity,
        total: dollars(total),
        statuses: order.statuses,
        codes: order.codes,
        balance_after: dollars(orders.balanceCents - total),
      })
      const placed = orders.byId.get(order_id)!
      const { webhook, advanceMs } = settings()
      if (webhook.beforeReply) await store.finish(placed)
      else if (advanceMs !== null) void store.advanceByTime(placed, advanceMs)
      return placed
    },

    /** A lookup advances the order by one status, unless an interval does. */
    async look(order: MooGoldOrder): Promise<void> {
      if (settings().advanceMs === null) await store.advance(order)
    },

    async advance(order: MooGoldOrder): Promise<void> {
      const step = Math.min(order.step + 1, order.statuses.length - 1)
      const status = order.statuses[step] ?? order.status
      order.step = step
      if (status !== order.status) await store.move(order, status, step)
    },

    async finish(order: MooGoldOrder): Promise<void> {
      const step = order.statuses.length - 1
      const status = order.statuses[step] ?? 'completed'
      if (status !== order.status) await store.record(order, status, step)
      await store.sendWebhook(order)
    },

    async advanceByTime(order: MooGoldOrder, ms: number): Promise<void> {
      while (order.step < order.statuses.length - 1) {
        const waited = await wait(ms, true, { signal: stopped.signal }).catch(() => false)
        if (!waited || orders.byId.get(order.id) !== order) return
        await store.advance(order)
      }
    },

    async move(order: MooGoldOrder, status: string, step = order.step): Promise<void> {
      await store.record(order, status, step)
      void store.sendWebhook(order)
    },

    async record(order: MooGoldOrder, status: string, step: number): Promise<void> {
      const facts = { order_id: order.id, partnerOrderId: order.partnerOrderId, status, step }
      if (status === 'completed') await journal.append('delivery', facts)
      else if (status !== 'refunded') await journal.append('status', facts)
      else
        await journal.append('refund', {
          ...facts,
          balance_after: dollars(orders.balanceCents + order.totalCents),
        })
    },

    /** Only orders with a partnerOrderId have a callback, and the body does not name it. */
    sendWebhook(order: MooGoldOrder): Promise<void> | undefined {
      if (order.partnerOrderId === '') return undefined
      const body = {
        status: order.status,
        message: `Order ${order.status}`,
        account_details: { Username: 'player', ...order.account },
        order_id: order.id,
        total: dollars(order.totalCents),
      }
      return webhooks.send(`${order.id} ${order.status}`, JSON.stringify(body))
    },

    async reset(what: 'faults' | 'all'): Promise<void> {
      beAsUsual()
      webhooks.stop()
      if (what === 'faults') return
      orders.clear()
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
