import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { holdAction } from '../../../lib/undo/held-actions.tsx'
import { type CellId, cellChanges, changesOf, type Pasted, paste } from '../sheet.ts'
import { messages } from './price-texts.ts'
import { awaitingOwnerCount, canRollBack, pricesText } from './set-texts.ts'
import { useDraftInput } from './use-draft-input.ts'
import { isLeftAlone, skippedReason, type Terms, useSendPrices } from './use-send-prices.ts'

/**
 * State of the sheet: drafts, the last paste, refused rows with their reasons, and the last applied
 * change.
 */
export function useSheet(items: readonly AdminItem[]) {
  const { store } = useServices()
  const typed = useDraftInput(items)
  const { drafts, seen } = typed
  const [pasted, setPasted] = useState<Pasted>()
  const [applied, setApplied] = useState<PriceChange>()
  const changes = changesOf(items, drafts)
  const ready = changes.filter(({ unread }) => !unread)
  const cells = cellChanges(ready, drafts, seen)
  const sending = useSendPrices(cells, typed)
  const { refused } = sending
  const [isHeld, setIsHeld] = useState(false)
  const isSaving = sending.isSaving || isHeld

  const send = async (terms: Terms = {}): Promise<PriceChange> => {
    const set = await sending.send(terms)
    setPasted((now) => (now === pasted ? undefined : now))
    return set
  }
  const showFailure = (text: string) => pushToast(store, { kind: 'bad', title: messages.failed, text })
  const showResult = (set: PriceChange) => {
    const left = set.prices.filter(isLeftAlone)
    if (canRollBack(set)) setApplied(set)
    const waiting = awaitingOwnerCount(set)
    const waits = `${pricesText(waiting)} for review: an owner must approve.`
    if (left.length === 0) pushToast(store, { kind: 'ok', text: waiting > 0 ? waits : messages.saved })
    const [first] = left
    if (first) showFailure(`${left.length} of ${set.prices.length}: ${skippedReason(first)}`)
  }
  /** Sends the prices as they are now, after the seconds in which that can be undone. */
  const apply = async () => {
    if (isSaving || cells.length === 0) return
    setApplied(undefined)
    setIsHeld(true)
    const isConfirmed = await holdAction(store, { title: 'Prices changed', text: pricesText(cells.length) })
    setIsHeld(false)
    if (!isConfirmed) return
    try {
      showResult(await send())
    } catch (error) {
      showFailure(messageOf(error))
    }
  }

  return {
    drafts,
    changes,
    ready,
    cells,
    refused,
    pasted,
    applied,
    isSaving,
    apply,
    send,
    type: (id: CellId, text: string | undefined) =>
      typed.change(({ [id]: _before, ...others }) =>
        text === undefined ? others : { ...others, [id]: text },
      ),
    pasteAt: (text: string, at: Parameters<typeof paste>[1], shown: readonly AdminItem[]) => {
      const pasteResult = paste(text, at, shown)
      setPasted(pasteResult)
      typed.change((before) => ({ ...before, ...pasteResult.drafts }))
    },
    discard: () => {
      typed.drop()
      setPasted(undefined)
      sending.forget()
    },
    closeApplied: () => setApplied(undefined),
    question: sending.question,
  }
}

export type Sheet = ReturnType<typeof useSheet>
