import { useState } from 'react'
import { type Draft, loadDraft, saveDraft } from './draft.ts'

/**
 * The draft of one product and how to change it; every change is kept for this tab. `alias` is the product's other
 * id, under which its page can be opened too.
 */
export function useDraft(productId: string, alias = productId): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => loadDraft(productId))
  const change = (part: Partial<Draft>) => {
    setDraft((before) => {
      const after = { ...before, ...part }
      for (const id of new Set([productId, alias])) saveDraft(id, after)
      return after
    })
  }
  return [draft, change]
}
