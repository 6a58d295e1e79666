import { useEffect, useRef, useState } from 'react'
import type { NotLoaded } from './lazy-component.tsx'
import { isMissingChunk, reloadOnce } from './reload-once.ts'

/** How long until it is asked for again, in ms; then whoever waits is asked to. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]

/** `gone`: the page was loaded anew for it already, and still it is not there. */
export type ImportState = 'trying' | 'waiting' | 'over' | 'gone'

/**
 * Asks for a script until it is here: after growing pauses, and at once when the network is back. Where a newer release
 * has taken its place the page is loaded anew, once.
 * @param mayReload whether anything typed would not be lost by it
 */
export function useRetryingImport(missing: NotLoaded | undefined, mayReload: boolean, onHere: () => void) {
  const [waiting, setWaiting] = useState<ImportState>('waiting')
  const now = useRef(() => {})
  const here = useRef(onHere)
  here.current = onHere
  useEffect(() => {
    if (!missing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let isTrying = false
    let tries = 0
    const go = async () => {
      if (isTrying) return
      isTrying = true
      clearTimeout(timer)
      setWaiting('trying')
      const found = await attempt(missing, tries, mayReload)
      isTrying = false
      if (isOver) return
      if (found === 'here') return here.current()
      setWaiting(found)
      if (found === 'waiting') timer = setTimeout(go, pausesMs[tries++])
    }
    const afresh = () => {
      tries = 0
      void go()
    }
    now.current = afresh
    addEventListener('online', afresh)
    timer = setTimeout(go, pausesMs[tries++])
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', afresh)
    }
  }, [missing, mayReload])
  return { waiting, tryNow: () => now.current() }
}

async function attempt(missing: NotLoaded, tries: number, mayReload: boolean): Promise<ImportState | 'here'> {
  try {
    await missing.again()
    return 'here'
  } catch (cause) {
    if (!(await isMissingChunk(cause, tries))) return tries < pausesMs.length ? 'waiting' : 'over'
    return mayReload && reloadOnce() ? 'trying' : 'gone'
  }
}
