import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { atom, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { type ReturnState, useReturnState } from './return-path.tsx'
import { isUnverified } from './use-signed-in.ts'

/** A correct login that still needs the code of the second factor. Kept in this page alone. */
export type FactorTicket = {
  ticket: string
  /** On `performance.now()`. */
  endsAt: number
}

export const factorTicketAtom = atom<FactorTicket | undefined>(undefined)

/** How long the server accepts a ticket, in ms. */
const goodMs = 300_000

/** Opens the second step of a correct login that has no session yet; false if the failure is another. */
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
