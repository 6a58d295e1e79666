import type { Deps } from '../deps.ts'
import { type AlertMessage, alertChannelsOf, type SendDeps, sendAlert } from './alert-message.ts'
import {
  type AlertChannel,
  type IShopAlert,
  nextAlertState,
  type PendingMessage,
  quietAlert,
  retryAt,
  ShopAlertModel,
} from './alert-state.ts'
import { type AlertStore, changeAlert, createRedisAlerts, storedAlerts } from './alert-store.ts'
import { type MonitoredShop, type ShopAlert, shopAlerts } from './shop-alerts.ts'

const isOfDatabase = ({ name }: ShopAlert) => name === 'MongoDBWithoutMajority'
const databaseAlert = shopAlerts.find(isOfDatabase) as ShopAlert
const otherAlerts = shopAlerts.filter((alert) => !isOfDatabase(alert))

type EvaluateDeps = SendDeps & Pick<Deps, 'clock'>

/**
 * Evaluates the shop's own alerts and sends each change once on every channel that is set, repeated until it is
 * accepted. The state is in MongoDB; of two processes that evaluate at once one records a change and sends it.
 */
export async function evaluateAlerts(deps: EvaluateDeps, shop: MonitoredShop): Promise<void> {
  const stored = await ShopAlertModel.find().lean<IShopAlert[]>()
  const byName = new Map(stored.map((alert) => [alert._id, alert]))
  await Promise.all(
    otherAlerts.map((alert) =>
      evaluateOne(deps, shop, { alert, store: storedAlerts, stored: byName.get(alert.name) }),
    ),
  )
}

/** Evaluates the alert about MongoDB, which is stored in Redis. */
export function createDatabaseAlert(
  deps: EvaluateDeps & Pick<Deps, 'redis'>,
): (shop: MonitoredShop) => Promise<void> {
  const store = createRedisAlerts(deps)
  return async (shop) =>
    evaluateOne(deps, shop, { alert: databaseAlert, store, stored: await store.read(databaseAlert.name) })
}

type Known = { alert: ShopAlert; store: AlertStore; stored: IShopAlert | undefined }

async function evaluateOne(
  deps: EvaluateDeps,
  shop: MonitoredShop,
  { alert, store, stored }: Known,
): Promise<void> {
  const now = deps.clock.now()
  const before = stored ?? quietAlert(alert.name, now)
  const subjects = alert.subjectsOf(shop)
  const evaluation = { forMs: alert.forMs, channels: alertChannelsOf(deps.env), now }
  const next = subjects ? nextAlertState(before, { ...evaluation, subjects }) : before
  const current = next === before ? before : await store.replace(before, next)
  if (!current) return
  if (current.changedAt !== before.changedAt)
    deps.log.warn({ alert: alert.name, isRaised: current.isRaised, detail: current.detail }, 'alert changed')
  for (const { channel } of current.pending.filter(({ nextAt }) => nextAt <= now)) {
    await sendPending(deps, current, { alert, store, channel })
  }
}

type Attempt = Pick<Known, 'alert' | 'store'> & { channel: AlertChannel }

/**
 * The next attempt is planned before this one begins, so that no other process sends it meanwhile and a crash leaves it
 * to be repeated.
 */
async function sendPending(
  deps: EvaluateDeps,
  { isRaised, detail, changedAt }: IShopAlert,
  { alert, store, channel }: Attempt,
): Promise<void> {
  const now = deps.clock.now()
  const changePending = (change: (message: PendingMessage) => PendingMessage[] | undefined) =>
    changeAlert(store, alert.name, (state) => {
      if (state.changedAt.getTime() !== changedAt.getTime()) return undefined
      const own = state.pending.find((one) => one.channel === channel)
      const changed = own && change(own)
      if (!changed) return undefined
      return { ...state, pending: [...state.pending.filter((one) => one !== own), ...changed] }
    })
  const planned = await changePending((one) =>
    one.nextAt > now
      ? undefined
      : [{ ...one, attempts: one.attempts + 1, nextAt: retryAt(one.attempts, now) }],
  )
  if (!planned) return
  const message: AlertMessage = { alert, isRaised, detail, at: changedAt }
  if (await sendAlert(deps, channel, message)) await changePending(() => [])
}
