import { atOneMoment } from '../../platform/at-one-moment.ts'
import { readDay } from './read-day.ts'
import { sumDay, type UnitPaise } from './sum-day.ts'

/** What was sent again on a day, by the fields of the day's documents: of the shop, and of each product and item. */
export async function countAgain(
  day: string,
  unitPaise: UnitPaise,
): Promise<({ _id: string } & Record<string, string | number>)[]> {
  const read = await atOneMoment((session) => readDay(session, day))
  return sumDay(day, read, unitPaise).map(({ _id, users, resellers }) => ({
    _id,
    ...{ 'users.again': users.again, 'users.againUnknown': users.againUnknown },
    ...{ 'users.againPaise': users.againPaise, 'resellers.again': resellers.again },
    ...{ 'resellers.againUnknown': resellers.againUnknown, 'resellers.againPaise': resellers.againPaise },
  }))
}
