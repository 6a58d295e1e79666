import type { AdminTable } from '../../contracts/admin-tables.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Actor, writeAudit } from '../audit/index.ts'
import { mobileOf } from './parse-search-input.ts'

export type ExportActor = { clock: Clock; actor: Actor }

/**
 * Audits an export with its filters. Of a search only its kind is recorded: an e-mail address or number would be
 * visible to all readers of the audit log.
 */
export async function recordExport(
  { clock, actor }: ExportActor,
  table: AdminTable | 'sales',
  query: Record<string, string | number | undefined>,
): Promise<void> {
  const filters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, name === 'q' ? kindOf(String(value)) : value]],
  )
  await inTransaction((tx) =>
    writeAudit(tx, actor, {
      at: clock.now(),
      action: 'export',
      target: `table:${table}`,
      before: {},
      reason: '',
      after: Object.fromEntries(filters) as Record<string, string | number>,
    }),
  )
}

function kindOf(text: string): string {
  if (text.includes('@')) return 'an e-mail address'
  return mobileOf(text.trim()) ? 'a mobile number' : 'some text'
}
