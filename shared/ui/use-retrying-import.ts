import { useEffect, useRef, useState } from 'react'
import type { NotLoaded } from './lazy-component.tsx'

/** Delays before each retry, in ms; after the last one the user is asked to retry. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]

/** `gone`: the page was reloaded for it already, and it is still missing. */
export type ImportState = 'trying' | 'waiting' | 'over' | 'gone'

/**
 * Imports a script and retries until it has loaded: after growing delays, and at once when the network is
 * back. If a newer version has replaced it, the page is reloaded, once.
 * @param mayReload whether a reload would lose nothing typed
 */
export function useRetryingImport(missing: NotLoaded | undefined, mayReload: boolean, onLoaded: () => void) {
  const [waiting, setWaiting] = useState<ImportState>('waiting')
  const retryNow = useRef(() => {})
  const latestOnLoaded = useRef(onLoaded)
  latestOnLoaded.current = onLoaded
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
      const result = await attempt(missing, tries, mayReload)
      isTrying = false
      if (isOver) return
      if (result === 'here') return latestOnLoaded.current()
      setWaiting(result)
      if (result === 'waiting') timer = setTimeout(go, pausesMs[tries++])
    }
    const afresh = () => {
      tries = 0
      void go()
    }
    retryNow.current = afresh
    addEventListener('online', afresh)
    timer = setTimeout(go, pausesMs[tries++])
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', afresh)
    }
  }, [missing, mayReload])
  return { waiting, tryNow: () => retryNow.current() }
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
/** Maximum time of the request that checks whether a script exists, in ms. */
const askMs = 5_000

/**
 * Whether the server answers, but the script can no longer load: it belongs to a version that was replaced,
 * so its address answers 404 or a page. One that exists but fails to load has a missing import, or is
 * remembered as failed by the browser: after two tries it counts as missing too.
 * @param tries how often it was imported before
 */
async function isMissingChunk(cause: unknown, tries: number): Promise<boolean> {
  // Browsers other than Safari name the script in the message.
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

/** Reloads the page, once per version in this tab. @returns false if that was done before */
function reloadOnce(): boolean {
  if (sessionStorage.getItem(reloadedKey) === entry()) return false
  sessionStorage.setItem(reloadedKey, entry())
  location.reload()
  return true
}

/** The page's entry script: its name contains the version. */
function entry(): string {
  const begun = document.querySelector<HTMLScriptElement>('script[data-main], script[type=module][src]')
  return begun ? new URL(begun.dataset.main ?? begun.src, location.href).href : location.origin
}
