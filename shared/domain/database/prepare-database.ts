import { migrate } from '../../platform/migrations.ts'
import { recordHome } from '../recovery/index.ts'
import { migrations } from './baseline.ts'

/**
 * Brings the connected database up to date, and makes it the home of its data.
 * @param contract also the steps that processes of an earlier version cannot work with
 * @returns the ids of the steps that ran
 * @throws UnknownDatabaseError or NewerDatabaseError
 */
export async function prepareDatabase({ contract = false } = {}): Promise<string[]> {
  const ran = await migrate(migrations, { contract })
  await recordHome()
  return ran
}
