import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { serverNow } from '@jhatpat/shared/ui/server-time.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

/** Lists are read every six hours: one that is older than a day could not be, in ms. */
const oldMs = 86_400_000

/** Since when the oldest of the costs is known, and that it is old where it is. */
export function CostDate({ items }: { items: readonly Pick<AdminItem, 'cost'>[] }) {
  const times = items.flatMap(({ cost }) => (cost ? [Date.parse(cost.readAt)] : []))
  if (times.length === 0) return null
  const oldest = Math.min(...times)
  const isOld = serverNow() - oldest > oldMs
  return (
    <span className={`sm ${isOld ? 'bad-text' : 't2'}`}>
      {isOld ? 'Some costs are old: read ' : 'Costs read '}
      <TimeText at={oldest} />
    </span>
  )
}
