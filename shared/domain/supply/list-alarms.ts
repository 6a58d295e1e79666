import type { SupplyAlarm } from '../../contracts/supply.ts'
import type { Deps } from '../deps.ts'
import { type ISupplyAlarm, SupplyAlarmModel } from './alarm-model.ts'

const shownMs = 24 * 3_600_000

/** What suppliers stopped within the last 24 hours, the newest first. */
export async function listAlarms({ clock }: Pick<Deps, 'clock'>): Promise<SupplyAlarm[]> {
  const since = new Date(clock.now().getTime() - shownMs)
  const alarms = await SupplyAlarmModel.find({ lastAt: { $gte: since } })
    .sort({ lastAt: -1 })
    .limit(100)
    .lean<ISupplyAlarm[]>()
  return alarms.map(({ _id, firstAt, lastAt, ...alarm }) => ({
    ...alarm,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}
