import { useState } from 'react'
import { useUpiPaused } from '../../lib/delays/use-upi-paused.ts'
import { type Draft, loadDraft, saveDraft } from './draft.ts'

type Kept = {
  /** What can be bought of it: UPI is not chosen while it is paused, and is again afterwards. */
  draft: Draft
  filled: Draft
  change: (part: Partial<Draft>) => void
}

/**
 * The draft of one product and how to change it; every change is kept for this tab. `alias` is the product's other
 * id, under which its page can be opened too.
 */
export function useDraft(productId: string, alias = productId): Kept {
  const [filled, setFilled] = useState(() => loadDraft(productId))
  const isWithout = useUpiPaused() && filled.method === 'upi'
  const change = (part: Partial<Draft>) => {
    setFilled((before) => {
      const after = { ...before, ...part }
      for (const id of new Set([productId, alias])) saveDraft(id, after)
      return after
    })
  }
  return { draft: isWithout ? { ...filled, method: undefined } : filled, filled, change }
}
