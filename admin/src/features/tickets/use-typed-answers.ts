import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { TicketResolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import { useState } from 'react'
import { useUnsavedChanges } from '../../lib/unsaved-changes.tsx'
import { isCanned } from './answer-drafts.tsx'

/** An answer that has not been sent yet. */
export type TypedAnswer = { answer?: TicketResolution | undefined; text: string }

export type TypedAnswers = {
  of: (orderid: string) => TypedAnswer
  keep: (orderid: string, typed: TypedAnswer | undefined) => void
  /** Clears the text that was sent; text typed since then stays. */
  sent: (orderid: string, text: string) => void
}

/** The tickets that the screen has loaded. */
type LoadedTickets = {
  rows: readonly Pick<BoardOrder, 'orderid' | 'ticket'>[]
  /** When they were fetched, in ms. */
  readAtMs: number
  /** All open tickets are loaded: one that is missing is no longer open. */
  isComplete: boolean
}

/**
 * Unsent answers by order: changing the row or the list loses none. Answers to tickets that are no
 * longer open are dropped.
 */
export function useTypedAnswers({ rows, readAtMs, isComplete }: LoadedTickets): TypedAnswers {
  const [answers, setAnswers] = useState<ReadonlyMap<string, TypedAnswer & { seenAtMs: number }>>(new Map())
  useUnsavedChanges([...answers.values()].some(({ text }) => text.trim() !== '' && !isCanned(text.trim())))
  const isClosed = ([orderid, { seenAtMs }]: [string, { seenAtMs: number }]) => {
    const row = rows.find((candidate) => candidate.orderid === orderid)
    // A list fetched before the answer was started does not decide.
    return row ? row.ticket?.resolution !== undefined : isComplete && readAtMs > seenAtMs
  }
  if ([...answers].some(isClosed)) setAnswers(new Map([...answers].filter((entry) => !isClosed(entry))))
  return {
    of: (orderid) => answers.get(orderid) ?? { text: '' },
    keep: (orderid, typed) =>
      setAnswers((before) => {
        const after = new Map(before)
        if (typed) after.set(orderid, { ...typed, seenAtMs: readAtMs })
        else after.delete(orderid)
        return after
      }),
    sent: (orderid, text) =>
      setAnswers((before) => {
        if (before.get(orderid)?.text.trim() !== text) return before
        const after = new Map(before)
        after.delete(orderid)
        return after
      }),
  }
}
