import { useEffect, useState } from 'react'

/**
 * What was typed into a form that creates something, kept in this browser until it was sent: a reload, a sign-out or a
 * look at another screen loses nothing.
 */
export function useDraft<Values extends object>(name: string, empty: Values) {
  const key = `draft:${name}`
  const [start] = useState(() => ({ ...empty, ...read(key) }))
  return {
    start,
    keep: (values: Values) =>
      write(key, JSON.stringify(values) === JSON.stringify(empty) ? undefined : values),
    forget: () => write(key, undefined),
  }
}

function read(key: string): object {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

function write(key: string, values: object | undefined): void {
  try {
    if (values) localStorage.setItem(key, JSON.stringify(values))
    else localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing loses the draft and nothing else.
  }
}

const question = 'Leave this page? What was typed and not saved is lost.'

/** Asks before a page with unsaved changes is left: the browser by itself, and for links inside the app this one. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const askAtLink = (event: MouseEvent) => {
      if (!leadsAway(event) || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('beforeunload', ask)
    // Before the router hears of it, which has no blocker of its own here.
    window.addEventListener('click', askAtLink, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('click', askAtLink, { capture: true })
    }
  }, [isUnsaved])
}

/** Whether a click takes this tab to another page of the app; what leads out of the app the browser asks about. */
function leadsAway({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return false
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target === '_blank' || link.download || link.origin !== location.origin) return false
  return link.pathname.startsWith(import.meta.env.BASE_URL) && link.pathname !== location.pathname
}
