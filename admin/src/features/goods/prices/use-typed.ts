import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { useState } from 'react'
import { type CellId, type Drafts, draftsAfter, type Seen, seenOf } from './sheet.ts'

type Typed = { drafts: Drafts; seen: Seen }
const nothingTyped: Typed = { drafts: {}, seen: {} }

/** What is typed and not saved, with the price that was seen in each cell then. */
export function useTyped(items: readonly AdminItem[]) {
  const [{ drafts, seen }, setTyped] = useState(nothingTyped)
  return {
    drafts,
    seen,
    change: (to: (before: Drafts) => Drafts) =>
      setTyped((before) => {
        const after = to(before.drafts)
        return { drafts: after, seen: seenOf(after, before.seen, items) }
      }),
    /** Cells were answered. A refused one is shown anew: whoever applies it again has seen that. */
    answered: (cells: ReadonlySet<CellId>, { sent, saved }: { sent: Drafts; saved: ReadonlySet<CellId> }) =>
      setTyped((before) => ({
        drafts: draftsAfter(before.drafts, sent, saved),
        seen: Object.fromEntries(Object.entries(before.seen).filter(([id]) => !cells.has(id as CellId))),
      })),
    drop: () => setTyped(nothingTyped),
  }
}
