import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** How long one can read what has happened, in ms (specification §9). */
const readingMs = 2_000

/** Goes to an address 2 s after there is a reason to. */
export function useGoSoon(to: string, isTime: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isTime) return
    const timer = setTimeout(() => navigate(to, { replace: true }), readingMs)
    return () => clearTimeout(timer)
  }, [navigate, to, isTime])
}
