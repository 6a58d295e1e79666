import type { Deps } from '../deps.ts'
import { alarmId, type ISupplyAlarm, SupplyAlarmModel } from './alarm-model.ts'

type AlarmDeps = Pick<Deps, 'clock' | 'log'>

type Alarm = Pick<ISupplyAlarm, 'kind' | 'account' | 'detail'> &
  Partial<Pick<ISupplyAlarm, 'supplierItemId' | 'name' | 'marginLost'>>

/**
 * Tells admins, in the log and on their dashboard. Whoever raises it goes on even if it can't be written.
 * @param quietMs raised at most once in that time
 * @returns whether it was kept for the dashboard
 */
export async function raiseAlarm(deps: AlarmDeps, alarm: Alarm, { quietMs = 0 } = {}): Promise<boolean> {
  const { kind, account, detail, supplierItemId = '', name = '', marginLost = 0 } = alarm
  const now = deps.clock.now()
  const _id = alarmId({ kind, account, supplierItemId })
  try {
    if (quietMs > 0 && (await wasRaised(_id, new Date(now.getTime() - quietMs)))) return true
    deps.log.error({ ...alarm }, sentences[kind])
    await SupplyAlarmModel.updateOne(
      { _id },
      {
        $set: { kind, account, supplierItemId, name, marginLost, detail, lastAt: now },
        $setOnInsert: { firstAt: now },
        $inc: { count: 1 },
      },
      { upsert: true },
    )
    return true
  } catch (error) {
    deps.log.error({ ...alarm, err: String(error) }, 'alarm not kept')
    return false
  }
}

const wasRaised = async (_id: string, since: Date) =>
  (await SupplyAlarmModel.exists({ _id, lastAt: { $gt: since } })) !== null

const sentences: Record<Alarm['kind'], string> = {
  ...{ price_changed: 'a supplier stops sales', fields_changed: 'a supplier stops sales' },
  ...{ check_trouble: 'a supplier stops sales', balance_low: 'a supplier’s account runs low' },
  messages_wait: 'messages of one way do not go out',
  ticket_ending: 'a report nears the end of its 48 hours',
  cost_too_far: 'a pack took coins that its list price does not explain',
  cost_differs: 'a pack took other coins than were known',
  rule_broken: 'an order breaks a rule that must always hold',
  ticket_over: 'the 48 hours of a report are over, and it has no ending',
}
