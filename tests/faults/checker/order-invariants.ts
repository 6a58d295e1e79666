import { firstStatuses, orderTransitions } from '@jhatpat/shared/contracts/order-status.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { HistoryRow } from '@jhatpat/shared/domain/orders/model/order-model.ts'
import { foldOrder } from '@jhatpat/shared/domain/orders/replay/fold-order.ts'
import { effectsByPlayer } from '../load/effects.ts'
import type { Evidence, Rule } from '../load/evidence.ts'

/**
 * No unit was bought twice: a supplier's journal has no more of a product for a player than the order had
 * units.
 */
export const oneEffectPerUnit: Rule = (evidence) => {
  const orders = new Map(evidence.orders.map((order) => [order.input1, order]))
  return [...effectsByPlayer(evidence)].flatMap(([player, effects]) => {
    const order = orders.get(player)
    const about = order?._id ?? `player ${player}`
    const bought = Map.groupBy(effects, (effect) => effect.pack)
    return [...bought].flatMap(([pack, of]) => {
      const units = order?.units.filter((unit) => unit.supplierItemId === pack).length ?? 0
      if (of.length <= units) return []
      const what = `${of.length} × pack ${pack} delivered for ${units} units (${of.map((one) => one.reference).join(', ')})`
      return [{ rule: 'I2', about, what }]
    })
  })
}

/** Every order and top-up that the shop acknowledged exists. */
export const nothingLost: Rule = ({ promised, orders, transactions }) => {
  const known = new Set([
    ...orders.map((order) => order._id),
    ...transactions.map((transaction) => transaction._id),
  ])
  return promised.flatMap(({ kind, ids }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({ rule: 'I3', about: id, what: `the ${kind} was acknowledged and is gone` })),
  )
}

/** Reasons that need a person; with the others something still happens by itself, and soon. */
const waitsForPerson = new Set<string>(['manual', 'partly_delivered', 'supplier_review', 'task_failed'])

/** These too, once no task is due: until then a balance, a lookup or a retry may settle the order. */
const waitsForPersonAtLast = new Set<string>(['outcome_unknown', 'supplier_deferred'])

/** Where no unit is at a supplier, the refund that the customer asked for is still to be made. */
const refundable = new Set<string>(['partly_delivered', 'supplier_deferred'])

/** Maximum duration of an order's last payment check after its window has closed. */
const graceMs = 10_000

/** Whether nothing more will happen to an order by itself. */
export function isAtRest({
  status,
  pendingReason,
  due,
  lateOffer,
}: Pick<OrderDoc, 'status' | 'pendingReason' | 'due' | 'lateOffer'>): boolean {
  if (status !== 'Processing') return status !== 'Created'
  const kind = pendingReason?.kind ?? ''
  if (lateOffer?.choice === 'refund' && refundable.has(kind)) return false
  return waitsForPerson.has(kind) || (waitsForPersonAtLast.has(kind) && due.fulfil.at === null)
}

/** Every order has ended or waits on the board, with a reason and since when. */
export const endedOrOnTheBoard: Rule = ({ orders, at }) =>
  orders.flatMap((order) => {
    const violation = (what: string) => [{ rule: 'I4' as const, about: order._id, what }]
    if (order.status === 'Created') {
      const overdue = at.getTime() - (order.payment?.payBefore.getTime() ?? 0)
      return overdue > graceMs
        ? violation(`still Created ${Math.round(overdue / 1000)} s after its window`)
        : []
    }
    if (order.status !== 'Processing') return []
    if (!order.pendingReason?.kind || !order.pendingReason.since)
      return violation('Processing without a reason or an age')
    return isAtRest(order)
      ? []
      : violation(`still ${order.pendingReason.kind}: ${order.pendingReason.detail || 'no detail'}`)
  })

/**
 * Each history is a path of the transition table, its versions are 1, 2, 3 …, and it ends with the order's
 * status.
 */
export const historyIsAPath: Rule = ({ orders }) =>
  orders.flatMap((order) =>
    historyFaults(order).map((what) => ({ rule: 'I5' as const, about: order._id, what })),
  )

function historyFaults({ history, status, version }: OrderDoc): string[] {
  const gaps = history.filter((row, index) => row.version !== index + 1)
  const steps = history.filter((row, index) => !isStep(row, history[index - 1]))
  const last = history.at(-1)
  return [
    ...gaps.map((row) => `version ${row.version} is out of line`),
    ...steps.map((row) => `no such move: ${row.from || 'new'} → ${row.to} by ${row.by}`),
    ...(last?.to === status && last.version === version
      ? []
      : ['the history does not end where the order is']),
  ]
}

function isStep(row: HistoryRow, before: HistoryRow | undefined): boolean {
  if (!before) return row.from === '' && firstStatuses.some((first) => first === row.to)
  return (
    row.from === before.to && orderTransitions.some((move) => move.from === row.from && move.to === row.to)
  )
}

/**
 * The last state of a page matches the database, and no answer was ever older than what the page showed
 * before.
 */
export const clientsSeeTheTruth: Rule = ({ pages, orders }) => {
  const byId = new Map(orders.map((order) => [order._id, order]))
  return pages.flatMap(({ orderid, shown, wentBack }) => {
    const order = byId.get(orderid)
    const violation = (what: string) => ({ rule: 'I8' as const, about: orderid, what })
    const differs = order && (shown?.status !== order.status || shown.revision !== order.revision)
    return [
      ...wentBack.map((how) => violation(`an answer went back ${how}`)),
      ...(differs
        ? [
            violation(
              `shows ${shown?.status ?? 'nothing'} (${shown?.revision}), is ${order.status} (${order.revision})`,
            ),
          ]
        : []),
    ]
  })
}

/**
 * A task that is overdue for this long is forgotten: the sweepers run far more often, for notifications
 * every 15 s.
 */
const forgottenMs = 30_000

/** Nothing open is without a due time, and no due time has long passed. */
export const openWorkIsDue: Rule = (evidence) => [...idle(evidence), ...forgotten(evidence)]

function idle({ orders }: Evidence) {
  return orders.flatMap((order) => {
    const task = taskOf(order)
    if (!task || order.due[task].at) return []
    return [{ rule: 'I9' as const, about: order._id, what: `${order.status}, and no ${task} is due` }]
  })
}

function taskOf(order: OrderDoc): 'payment' | 'fulfil' | undefined {
  if (order.status === 'Created') return 'payment'
  return isAtRest(order) ? undefined : 'fulfil'
}

function forgotten({ orders, transactions, at }: Evidence) {
  const before = at.getTime() - forgottenMs
  const documents = [
    ...orders.map(({ _id, due }) => ({ about: _id, due })),
    ...transactions.map(({ _id, due }) => ({ about: _id, due })),
  ]
  return documents.flatMap(({ about, due }) =>
    Object.entries(due).flatMap(([name, task]) => {
      if (typeof task === 'number' || !task.at || task.at.getTime() > before) return []
      const seconds = Math.round((at.getTime() - task.at.getTime()) / 1000)
      return [{ rule: 'I9' as const, about, what: `${name} has been due for ${seconds} s` }]
    }),
  )
}

/**
 * One Idempotency-Key created one record, every request with it received that record's id, and no record
 * was created without a key.
 */
export const oneEffectPerKey: Rule = (evidence) => {
  const made = Map.groupBy(recordIds(evidence), stemOf)
  const refs = new Map(evidence.keys.map(({ _id, ref }) => [_id, ref]))
  const known = new Set(refs.values())
  const promises = evidence.promised.flatMap(({ keyId, ids }) => {
    const received = [...new Set(ids)]
    const ref = refs.get(keyId)
    const created = ref === undefined ? [] : (made.get(ref) ?? [])
    const about = received[0] ?? `key ${keyId}`
    return [
      ...(received.length > 1
        ? [{ rule: 'I10', about, what: `one key, told ${received.join(' and ')}` } as const]
        : []),
      ...(created.length > 1
        ? [{ rule: 'I10', about, what: `one key made ${created.length} of them` } as const]
        : []),
      ...received
        .filter((id) => stemOf(id) !== ref)
        .map(
          (id) => ({ rule: 'I10', about: id, what: 'told under a key that does not stand for it' }) as const,
        ),
    ]
  })
  const strays = [...made].flatMap(([stem, ids]) => (known.has(stem) ? [] : ids))
  return [...promises, ...strays.map((about) => ({ rule: 'I10', about, what: 'made under no key' }) as const)]
}

/** Orders and top-ups by their ids: `JP` or `JT`, and the id reserved for the key. */
const recordIds = ({ orders, transactions }: Evidence) => [
  ...orders.map(({ _id }) => _id),
  ...transactions.filter(({ kind }) => kind === 'topup').map(({ _id }) => _id),
]

const stemOf = (id: string) => id.slice(2)

/** Each order matches its history, and has all that is needed to be rebuilt from it. */
export const historyRebuildsTheOrder: Rule = ({ orders }) =>
  orders.flatMap((order) => {
    const missing = order.changes ? [] : ['it keeps no changes to be folded from']
    const differing = foldOrder(order).map(
      ({ field, stored, folded }) => `${field} is ${stored}, by its history ${folded}`,
    )
    return [...missing, ...differing].map((what) => ({ rule: 'I12' as const, about: order._id, what }))
  })
