import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ReturnState } from './return-path.tsx'

/** Time to read what has happened, in ms (specification §9). */
const readingMs = 2_000

/** Opens an address 2 s after there is a reason to. `state` is passed to that page. */
export function useDelayedRedirect(to: string, isTime: boolean, state?: ReturnState): void {
  const navigate = useNavigate()
  const go = useEffectEvent(() => navigate(to, { replace: true, state }))
  useEffect(() => {
    if (!isTime) return
    const timer = setTimeout(() => go(), readingMs)
    return () => clearTimeout(timer)
  }, [isTime])
}
