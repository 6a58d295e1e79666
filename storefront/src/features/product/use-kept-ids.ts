import { useEffect, useEffectEvent, useRef } from 'react'
import type { Draft } from './draft.ts'

type StoredPlayer = {
  draft: Draft
  /** The page knows what it sells, and that ids of it can be checked. */
  isReady: boolean
  check: (draft: Draft) => void
}

/** Checks the ids again, once, that the page was opened with: after a login, a reload, Back or "Change method". */
export function useStoredPlayer({ draft, isReady, check }: StoredPlayer): void {
  const opened = useRef(draft)
  const look = useEffectEvent(() => {
    const { input1, input2 } = opened.current
    const isUntouched = draft.input1 === input1 && draft.input2 === input2
    if (isUntouched && input1.trim() !== '' && input2.trim() !== '') check(draft)
  })
  useEffect(() => {
    if (isReady) look()
  }, [isReady])
}
