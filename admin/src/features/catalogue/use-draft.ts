import { useState } from 'react'

/**
 * Draft of a form that creates something, stored in this browser until it is sent: a reload, a
 * sign-out or a visit to another screen loses nothing.
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
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

function write(key: string, values: object | undefined): void {
  try {
    if (values) localStorage.setItem(key, JSON.stringify(values))
    else localStorage.removeItem(key)
  } catch {
    // Without browser storage only the draft is lost.
  }
}
