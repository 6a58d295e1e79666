import { NetworkError } from '@jhatpat/shared/contracts/client.ts'
import type { Reveal } from '@jhatpat/shared/contracts/vault.ts'
import { plainText } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../../lib/use-call.ts'

/** Time for which a line stays revealed, in ms. */
const shownMs = 60_000

type Shown = Readonly<Record<number, string>>

/**
 * Reveals lines of an order's vault. Their text is in this screen's memory only, never among cached answers,
 * and is removed after a minute, or as soon as the page is hidden.
 */
export function useReveal(orderid: string) {
  const call = useCall()
  const [shown, setShown] = useState<Shown>({})
  const [reveals, setLooks] = useState<readonly Reveal[]>([])
  const [opening, setOpening] = useState<number>()
  const [failure, setFailure] = useState<Error>()
  const timers = useTimers()

  const hide = (line: number) => {
    timers.end(line)
    setShown(({ [line]: _gone, ...rest }) => rest)
  }
  const hideAll = () => {
    timers.endAll()
    setShown({})
  }
  const reveal = async (line: number) => {
    if (opening !== undefined) return
    setOpening(line)
    setFailure(undefined)
    try {
      const body = { client_txn_id: orderid, secret: line }
      const { value, reveals: all } = await call('revealSecret', { body })
      setLooks(all)
      // The page was hidden meanwhile: the text must not appear unseen.
      if (document.visibilityState === 'hidden') return
      setShown((before) => ({ ...before, [line]: value }))
      timers.start(line, () => hide(line))
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setOpening(undefined)
    }
  }
  useOutOfSight(hideAll)

  const lostNetwork = failure instanceof NetworkError
  const problem = failure && !lostNetwork ? plainText(failure.message) : undefined
  return { shown, reveals, opening, problem, lostNetwork, reveal, hide }
}

function useTimers() {
  const running = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const end = (line: number) => {
    clearTimeout(running.current.get(line))
    running.current.delete(line)
  }
  const endAll = () => {
    for (const line of [...running.current.keys()]) end(line)
  }
  useEffect(() => {
    const all = running.current
    return () => {
      for (const timer of all.values()) clearTimeout(timer)
    }
  }, [])
  const start = (line: number, onEnd: () => void) => {
    end(line)
    running.current.set(line, setTimeout(onEnd, shownMs))
  }
  return { start, end, endAll }
}

function useOutOfSight(onHide: () => void): void {
  const latest = useRef(onHide)
  latest.current = onHide
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') latest.current()
    }
    const onPageHide = () => latest.current()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onPageHide)
    }
  }, [])
}
