import { countShopConnections } from '@jhatpat/shared/platform/mongo.ts'
import { CliError } from '../../processes/cli-error.ts'
import { plural } from './table.ts'

/**
 * A process that started before the restoration would act on the restored past.
 * @param outcome what a refusal has changed, and what to do next
 * @throws CliError while processes of the shop are connected to the database, or when that cannot be known
 */
export async function requireStopped(database: string, outcome?: string): Promise<void> {
  const refusal = connectionsRefusal(database, await countShopConnections(database), outcome)
  if (refusal) throw new CliError(refusal)
}

/** Pure. @param connections of the shop's processes; undefined when the user may not ask */
export function connectionsRefusal(
  database: string,
  connections: number | undefined,
  outcome = 'Nothing was changed.',
): string | undefined {
  if (connections === undefined)
    return `MONGODB_URI names a user who may not list connections, so that it is not known whether the shop’s processes are connected to ${database}: name one who may (root). ${outcome}`
  if (connections === 0) return undefined
  return `The shop’s processes are connected to ${database} (${plural(connections, 'connection')}): stop api, workers and backup first. ${outcome}`
}
