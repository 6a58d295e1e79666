import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { AlertModel, alertId, type IAlert } from './alert-model.ts'

type AlertDeps = Pick<Deps, 'clock' | 'log'>

type Alert = Pick<IAlert, 'kind' | 'account' | 'detail'> &
  Partial<Pick<IAlert, 'supplierItemId' | 'name' | 'marginLost'>>

/**
 * Raises an alert in the log and on the admins' dashboard. Never throws, so that the caller continues when it cannot be
 * stored.
 * @param repeatAfterMs minimum time between two alerts of the same subject, also from several processes
 * @returns whether it is on the dashboard
 */
export async function raiseAlert(
  deps: AlertDeps,
  alert: Alert,
  { repeatAfterMs = 0 } = {},
): Promise<boolean> {
  const { kind, account, detail, supplierItemId = '', name = '', marginLost = 0 } = alert
  const now = deps.clock.now()
  const _id = alertId({ kind, account, supplierItemId })
  try {
    if (repeatAfterMs > 0 && (await wasRaised(_id, new Date(now.getTime() - repeatAfterMs)))) return true
    deps.log.error({ ...alert }, sentences[kind])
    const since = new Date(now.getTime() - repeatAfterMs)
    const isDue = repeatAfterMs > 0 ? { lastAt: { $lte: since } } : {}
    // A duplicate key means that another process has raised it meanwhile.
    await ignoreDuplicate(() =>
      AlertModel.updateOne(
        { _id, ...isDue },
        {
          $set: { kind, account, supplierItemId, name, marginLost, detail, lastAt: now },
          $setOnInsert: { firstAt: now },
          $inc: { count: 1 },
        },
        { upsert: true },
      ),
    )
    return true
  } catch (error) {
    deps.log.error({ ...alert, err: String(error) }, 'alert not recorded')
    return false
  }
}

const wasRaised = async (_id: string, since: Date) =>
  (await AlertModel.exists({ _id, lastAt: { $gt: since } })) !== null

const sentences: Record<Alert['kind'], string> = {
  price_changed: 'a supplier stops sales',
  fields_changed: 'a supplier stops sales',
  check_trouble: 'a supplier stops sales',
  balance_low: 'a supplier’s account runs low',
  messages_wait: 'messages of one way do not go out',
  ticket_ending: 'a report nears the end of its 48 hours',
  cost_too_far: 'a pack took coins that its list price does not explain',
  cost_differs: 'a pack took other coins than were known',
  shop_busy: 'orders were refused because more came than can be placed',
  backup_overdue: 'no backup has succeeded for more than a day',
  rule_broken: 'an order breaks a rule that must always hold',
  ticket_over: 'the 48 hours of a report are over, and it has no ending',
}
