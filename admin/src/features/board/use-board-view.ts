import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type BoardTab, toBoardTab } from './board-tabs.ts'

const writeAfterMs = 300

/**
 * The shown part of the board: tab, search and expanded order are in the address, so that it can be
 * shared.
 */
export function useBoardView() {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)

  const set = (change: Record<string, string | undefined>) =>
    setParams((before) => changed(before, change), { replace: true })
  const setLater = useRef(set)
  setLater.current = set

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      setLater.current({ q: text })
    }, writeAfterMs)
    return () => clearTimeout(timer)
  }, [text])

  return {
    tab: toBoardTab(params.get('show')),
    setTab: (tab: BoardTab) => set({ show: tab === 'all' ? undefined : tab }),
    text,
    setText,
    openId: params.get('order') ?? undefined,
    open: (orderid: string | undefined) => set({ order: orderid }),
    /** Expands an order; `alone` removes filters that would hide it. */
    show: (orderid: string, { alone }: { alone: boolean }) => {
      if (alone) {
        written.current = ''
        setText('')
      }
      set({ order: orderid, ...(alone && { q: undefined, show: undefined }) })
    },
    clear: () => {
      written.current = ''
      setText('')
      set({ q: undefined, show: undefined })
    },
  }
}

export type BoardView = ReturnType<typeof useBoardView>

function changed(before: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(change)) {
    if (value) after.set(name, value)
    else after.delete(name)
  }
  return after
}
