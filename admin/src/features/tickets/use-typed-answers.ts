import type { TicketAnswer } from '@jhatpat/shared/contracts/order-ticket.ts'
import { useState } from 'react'
import { useUnsaved } from '../../lib/leave-guard.tsx'

/** An answer that was not sent yet. */
export type TypedAnswer = { answer?: TicketAnswer | undefined; text: string }

export type TypedAnswers = {
  of: (orderid: string) => TypedAnswer
  keep: (orderid: string, typed: TypedAnswer | undefined) => void
}

/** The answers that were begun, by their orders: another row, or a report that left the list, loses none. */
export function useTypedAnswers(): TypedAnswers {
  const [kept, setKept] = useState<ReadonlyMap<string, TypedAnswer>>(new Map())
  useUnsaved([...kept.values()].some(({ text }) => text.trim() !== ''))
  return {
    of: (orderid) => kept.get(orderid) ?? { text: '' },
    keep: (orderid, typed) =>
      setKept((before) => {
        const after = new Map(before)
        if (typed) after.set(orderid, typed)
        else after.delete(orderid)
        return after
      }),
  }
}
