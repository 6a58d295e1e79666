import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { TicketResolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import { useState } from 'react'
import { useUnsavedChanges } from '../../lib/unsaved-changes.tsx'
import { isCanned } from './answer-drafts.tsx'

/** An answer that was not sent yet. */
export type TypedAnswer = { answer?: TicketResolution | undefined; text: string }

export type TypedAnswers = {
  of: (orderid: string) => TypedAnswer
  keep: (orderid: string, typed: TypedAnswer | undefined) => void
  /** That text has gone out: what was typed since stays. */
  sent: (orderid: string, text: string) => void
}

/** What the screen knows of the reports. */
type Reports = {
  rows: readonly Pick<BoardOrder, 'orderid' | 'ticket'>[]
  /** When they were read, ms. */
  readAtMs: number
  /** These are all that are open: another one is open no more. */
  isComplete: boolean
}

/**
 * The answers that were begun, by their orders: another row, or another list, loses none. What belongs to a report that
 * is open no more is dropped.
 */
export function useTypedAnswers({ rows, readAtMs, isComplete }: Reports): TypedAnswers {
  const [kept, setKept] = useState<ReadonlyMap<string, TypedAnswer & { seenAtMs: number }>>(new Map())
  useUnsavedChanges([...kept.values()].some(({ text }) => text.trim() !== '' && !isCanned(text.trim())))
  const isOver = ([orderid, { seenAtMs }]: [string, { seenAtMs: number }]) => {
    const row = rows.find((one) => one.orderid === orderid)
    // A list that was read before the answer was begun does not know of it.
    return row ? row.ticket?.resolution !== undefined : isComplete && readAtMs > seenAtMs
  }
  if ([...kept].some(isOver)) setKept(new Map([...kept].filter((one) => !isOver(one))))
  return {
    of: (orderid) => kept.get(orderid) ?? { text: '' },
    keep: (orderid, typed) =>
      setKept((before) => {
        const after = new Map(before)
        if (typed) after.set(orderid, { ...typed, seenAtMs: readAtMs })
        else after.delete(orderid)
        return after
      }),
    sent: (orderid, text) =>
      setKept((before) => {
        if (before.get(orderid)?.text.trim() !== text) return before
        const after = new Map(before)
        after.delete(orderid)
        return after
      }),
  }
}
