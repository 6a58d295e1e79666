import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { atom } from 'jotai'
import type { CodeLines } from '../../lib/deliver-codes/deliver-codes.tsx'
import type { ConfirmingAction } from './use-expanded-row.ts'

/** What was typed for a decision. `amount` is the text of the field. */
export type DecisionDraft = { reason: string; codes?: CodeLines | undefined; amount?: string }

/** Longer than a decision can be undone. Codes are in memory only, and no longer than this. In ms. */
const keptMs = 30_000

const draftsAtom = atom<ReadonlyMap<string, DecisionDraft>>(new Map())

const keyOf = (orderid: string, action: ConfirmingAction) =>
  typeof action === 'string' ? `${orderid} ${action}` : `${orderid} ${action.unit} ${action.answer}`

/** What a form starts with, so that an undo leads back to it as it was, and how it is kept at submission. */
export function useDecisionDraft(orderid: string, action: ConfirmingAction) {
  const { store } = useServices()
  const key = keyOf(orderid, action)
  return {
    start: store.get(draftsAtom).get(key),
    keep: (draft: DecisionDraft) => {
      store.set(draftsAtom, (drafts) => new Map(drafts).set(key, draft))
      setTimeout(() => {
        store.set(draftsAtom, (drafts) =>
          drafts.get(key) === draft ? new Map([...drafts].filter(([other]) => other !== key)) : drafts,
        )
      }, keptMs)
    },
  }
}
