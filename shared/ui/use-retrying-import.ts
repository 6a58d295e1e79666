import { useEffect, useRef, useState } from 'react'
import type { NotLoaded } from './lazy-component.tsx'

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

const reloadedKey = 'reloadedFor'
/** Whoever asks whether a script is there waits this long at most, in ms. */
const askMs = 5_000

/**
 * Whether the server answers, but the script can't come any more: it is of a release that was replaced, so its address
 * answers 404 or a page. One that is there and yet can't be loaded has a part that is gone, or a browser that
 * remembers its failure: after two tries it counts as gone too.
 * @param tries how often it was asked for before
 */
async function isMissingChunk(cause: unknown, tries: number): Promise<boolean> {
  // Browsers name the script in the message, save Safari.
  const address = /https?:\S+/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? entry()
  try {
    const { ok, status, headers } = await fetch(address, {
      cache: 'no-store',
      signal: AbortSignal.timeout(askMs),
    })
    return status === 404 || (ok && (tries > 2 || /html/.test(headers.get('content-type') ?? '')))
  } catch {
    return false
  }
}

/** Loads the page anew, once for a release in this tab. Answers false where that was done before. */
function reloadOnce(): boolean {
  if (sessionStorage.getItem(reloadedKey) === entry()) return false
  sessionStorage.setItem(reloadedKey, entry())
  location.reload()
  return true
}

/** The script that the page began with: its name has the release in it. */
function entry(): string {
  const begun = document.querySelector<HTMLScriptElement>('script[data-main], script[type=module][src]')
  return begun ? new URL(begun.dataset.main ?? begun.src, location.href).href : location.origin
}
