import type { Deps } from '../deps.ts'
import { type ISupplyAlarm, SupplyAlarmModel } from './alarm-model.ts'
import { packId } from './pack-model.ts'

export type AlarmDeps = Pick<Deps, 'clock' | 'log'>

type Alarm = Pick<ISupplyAlarm, 'kind' | 'account' | 'detail'> &
  Partial<Pick<ISupplyAlarm, 'supplierItemId' | 'name' | 'marginLost'>>

/**
 * Tells admins, in the log and on their dashboard. Whoever raises it goes on even if it can't be written.
 * @returns whether it was kept for the dashboard
 */
export async function raiseAlarm(deps: AlarmDeps, alarm: Alarm): Promise<boolean> {
  const { kind, account, detail, supplierItemId = '', name = '', marginLost = 0 } = alarm
  deps.log.error({ ...alarm }, sentences[kind])
  const now = deps.clock.now()
  try {
    await SupplyAlarmModel.updateOne(
      { _id: `${kind}:${packId(account, supplierItemId)}` },
      {
        $set: { kind, account, supplierItemId, name, marginLost, detail, lastAt: now },
        $setOnInsert: { firstAt: now },
        $inc: { count: 1 },
      },
      { upsert: true },
    )
    return true
  } catch (error) {
    deps.log.error({ kind, account, err: String(error) }, 'alarm not kept')
    return false
  }
}

const sentences: Record<Alarm['kind'], string> = {
  ...{ price_changed: 'a supplier stops sales', fields_changed: 'a supplier stops sales' },
  ...{ check_trouble: 'a supplier stops sales', balance_low: 'a supplier’s account runs low' },
  ticket_ending: 'a report nears the end of its 48 hours',
  ticket_over: 'the 48 hours of a report are over, and it has no ending',
}
