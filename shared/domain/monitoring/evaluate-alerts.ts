import type { Deps } from '../deps.ts'
import { type AlertMessage, alertChannelsOf, type SendDeps, sendAlert } from './alert-message.ts'
import {
  type IShopAlert,
  nextAlertState,
  type PendingMessage,
  quietAlert,
  retryAt,
  ShopAlertModel,
} from './alert-state.ts'
import { type MonitoredShop, type ShopAlert, shopAlerts } from './shop-alerts.ts'

const isOfDatabase = ({ name }: ShopAlert) => name === 'MongoDBWithoutMajority'
const databaseAlert = shopAlerts.find(isOfDatabase) as ShopAlert
const storedAlerts = shopAlerts.filter((alert) => !isOfDatabase(alert))

type EvaluateDeps = SendDeps & Pick<Deps, 'clock'>

/**
 * Evaluates the shop's own alerts and sends each change once on every channel that is set, repeated until it is
 * accepted. The state is in MongoDB; of two processes that evaluate at once one records a change and sends it.
 */
export async function evaluateAlerts(deps: EvaluateDeps, shop: MonitoredShop): Promise<void> {
  const stored = await ShopAlertModel.find().lean<IShopAlert[]>()
  const byName = new Map(stored.map((alert) => [alert._id, alert]))
  await Promise.all(
    storedAlerts.map((alert) => evaluateOne(deps, shop, { alert, stored: byName.get(alert.name) })),
  )
}

type Known = { alert: ShopAlert; stored: IShopAlert | undefined }

async function evaluateOne(deps: EvaluateDeps, shop: MonitoredShop, { alert, stored }: Known): Promise<void> {
  const now = deps.clock.now()
  const before = stored ?? quietAlert(alert.name, now)
  const detail = alert.detailOf(shop, now)
  const channels = alertChannelsOf(deps.env)
  const next = nextAlertState(before, { detail, forMs: alert.forMs, channels, now })
  const current = next === before ? before : await store(before, next)
  if (!current) return
  if (current.isRaised !== before.isRaised)
    deps.log.warn({ alert: alert.name, isRaised: current.isRaised, detail: current.detail }, 'alert changed')
  for (const { channel } of current.pending.filter(({ nextAt }) => nextAt <= now)) {
    await sendPending(deps, current, { alert, channel, now })
  }
}

/** @returns undefined when another process was first */
async function store(before: IShopAlert, next: IShopAlert): Promise<IShopAlert | undefined> {
  const { _id, ...fields } = next
  const revision = before.revision + 1
  if (before.revision === 0) {
    const inserted = await ShopAlertModel.updateOne(
      { _id },
      { $setOnInsert: { ...fields, revision } },
      { upsert: true },
    )
    return inserted.upsertedCount > 0 ? { ...next, revision } : undefined
  }
  const { modifiedCount } = await ShopAlertModel.updateOne(
    { _id, revision: before.revision },
    { $set: { ...fields, revision } },
  )
  return modifiedCount > 0 ? { ...next, revision } : undefined
}

type Attempt = { alert: ShopAlert; channel: PendingMessage['channel']; now: Date }

/**
 * The next attempt is planned before this one begins, so that no other process sends it meanwhile and a crash leaves it
 * to be repeated.
 */
async function sendPending(
  deps: EvaluateDeps,
  state: IShopAlert,
  { alert, channel, now }: Attempt,
): Promise<void> {
  const { _id, isRaised, changedAt, detail } = state
  const pending = state.pending.find((one) => one.channel === channel)
  if (!pending) return
  const { attempts, nextAt } = pending
  const ofThisAttempt = { _id, changedAt, pending: { $elemMatch: { channel, attempts, nextAt } } }
  const planned = { 'pending.$.attempts': attempts + 1, 'pending.$.nextAt': retryAt(attempts, now) }
  const { modifiedCount } = await ShopAlertModel.updateOne(ofThisAttempt, { $set: planned })
  if (modifiedCount === 0) return
  const message: AlertMessage = { alert, isRaised, detail, at: changedAt }
  if (!(await sendAlert(deps, channel, message))) return
  await ShopAlertModel.updateOne({ _id, changedAt }, { $pull: { pending: { channel } } })
}

/**
 * Evaluates the alert about MongoDB, which cannot store it: in memory, so that a process that starts while MongoDB is
 * away sends it again.
 */
export function createDatabaseAlert(deps: SendDeps): (shop: MonitoredShop, now: Date) => Promise<void> {
  const alert = databaseAlert
  let state = quietAlert(alert.name, new Date(0))
  return async (shop, now) => {
    const channels = alertChannelsOf(deps.env)
    state = nextAlertState(state, { detail: alert.detailOf(shop, now), forMs: alert.forMs, channels, now })
    const { isRaised, detail, changedAt } = state
    const message: AlertMessage = { alert, isRaised, detail, at: changedAt }
    const pending = await Promise.all(
      state.pending.map(async (one) => {
        if (one.nextAt > now) return [one]
        if (await sendAlert(deps, one.channel, message)) return []
        return [{ ...one, attempts: one.attempts + 1, nextAt: retryAt(one.attempts, now) }]
      }),
    )
    state = { ...state, pending: pending.flat() }
  }
}
