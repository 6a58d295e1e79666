import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { atom, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { type ReturnState, useReturnState } from './return-path.tsx'
import { isUnverified } from './use-signed-in.ts'

/** A login that was right and owes the code of the second factor. Kept in this page alone. */
export type FactorTicket = {
  ticket: string
  /** On `performance.now()`. */
  endsAt: number
}

export const factorTicketAtom = atom<FactorTicket | undefined>(undefined)

/** How long the server takes a ticket, in ms. */
const goodMs = 300_000

/** Goes where a login goes on that was right and opened no session yet; false when the failure is another. */
export function useContinueSignIn(): (failure: unknown) => boolean {
  const keep = useSetAtom(factorTicketAtom)
  const navigate = useNavigate()
  const { from } = useReturnState()
  const state: ReturnState = { from }
  return (failure) => {
    if (isUnverified(failure)) navigate('/checkverification', { state })
    const ticket = ticketIn(failure)
    if (ticket) {
      keep({ ticket, endsAt: performance.now() + goodMs })
      navigate('/login', { state, replace: true })
    }
    return ticket !== undefined || isUnverified(failure)
  }
}

function ticketIn(failure: unknown): string | undefined {
  const isOwed = failure instanceof ApiError && failure.code === 'second_factor_required'
  return isOwed ? failure.reply.ticket : undefined
}
