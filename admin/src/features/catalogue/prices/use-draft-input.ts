import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { ChangedPrice } from '@jhatpat/shared/contracts/price-changes.ts'
import { useState } from 'react'
import {
  type CellId,
  type Drafts,
  type LoadedPrices,
  loadedPrices,
  rebaseDrafts,
  rebaseLoaded,
} from '../sheet.ts'

type Typed = { drafts: Drafts; seen: LoadedPrices }
const nothingTyped: Typed = { drafts: {}, seen: {} }

/** Unsaved prices, each with the saved price that the cell showed when typing began. */
export function useDraftInput(items: readonly AdminItem[]) {
  const [{ drafts, seen }, setTyped] = useState(nothingTyped)
  return {
    drafts,
    seen,
    change: (to: (before: Drafts) => Drafts) =>
      setTyped((before) => {
        const after = to(before.drafts)
        return { drafts: after, seen: loadedPrices(after, before.seen, items) }
      }),
    /**
     * Call after a reply. A refused price is then based on the value that the refusal showed, and
     * on no later one.
     */
    answered: (
      prices: readonly ChangedPrice[],
      { sent, saved }: { sent: Drafts; saved: ReadonlySet<CellId> },
    ) =>
      setTyped((before) => {
        const drafts = rebaseDrafts(before.drafts, sent, saved)
        return { drafts, seen: rebaseLoaded(drafts, before.seen, prices) }
      }),
    drop: () => setTyped(nothingTyped),
  }
}
