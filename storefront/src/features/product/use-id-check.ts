import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { useEffect, useRef, useState } from 'react'
import { plainMessage } from '../../lib/plain-message.ts'
import { useCall } from '../../lib/use-call.ts'
import { type IdState, readCheckAnswer } from './check-answer.ts'
import { checkTexts } from './check-texts.ts'

export type IdQuestion = { userid: string; zoneid: string; selectedProduct: string; selectedItem: number }

export type IdCheck = {
  state: IdState
  check(question: IdQuestion): Promise<void>
  /** Drops the answer, and any that is still under way. */
  reset(): void
}

/** A check that takes longer than this shows a message. In ms. */
const timeoutMs = 2_000

/** Asks for the player of an id. */
export function useIdCheck(): IdCheck {
  const call = useCall()
  const [state, setState] = useState<IdState>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const reset = () => {
    running.current?.abort()
    running.current = undefined
    setState((before) => (before.state === 'idle' ? before : { state: 'idle' }))
  }
  const check = async (question: IdQuestion) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ state: 'checking', slow: false })
    const timer = setTimeout(() => {
      if (!controller.signal.aborted) setState({ state: 'checking', slow: true })
    }, timeoutMs)
    const answer = await call('checkId', { body: question, signal: controller.signal }).then(
      readCheckAnswer,
      failedState,
    )
    clearTimeout(timer)
    if (controller.signal.aborted) return
    if (answer.state === 'unknown' && !navigator.onLine) {
      setState({ state: 'unknown', text: checkTexts.offlineCheck })
      addEventListener('online', () => void check(question), { once: true, signal: controller.signal })
    } else setState(answer)
  }
  return { state, check, reset }
}

function failedState(error: unknown): IdState {
  if (!(error instanceof ApiError) || error.status >= 500) {
    return { state: 'unknown', text: checkTexts.notChecked }
  }
  const { text, serverText } = plainMessage(error)
  return { state: 'unknown', text: serverText ? checkTexts.idsAreOff : text }
}
