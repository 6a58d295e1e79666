import { useState } from 'react'
import { type Draft, loadDraft, saveDraft } from './draft.ts'

/** The draft of one product and how to change it; every change is kept for this tab. */
export function useDraft(productId: string): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => loadDraft(productId))
  const change = (part: Partial<Draft>) => {
    setDraft((before) => {
      const after = { ...before, ...part }
      saveDraft(productId, after)
      return after
    })
  }
  return [draft, change]
}
