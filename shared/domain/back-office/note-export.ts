import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Author, writeAudit } from '../audit/index.ts'

export type Exporter = { clock: Clock; author: Author }

/** Writes down who takes a list away, and with which filters. */
export async function noteExport(
  { clock, author }: Exporter,
  table: string,
  asked: Record<string, string | number | undefined>,
): Promise<void> {
  const filters = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  await inTransaction((session) =>
    writeAudit(session, author, {
      ...{ at: clock.now(), act: 'export', target: `table:${table}`, before: {}, why: '' },
      after: Object.fromEntries(filters) as Record<string, string | number>,
    }),
  )
}
