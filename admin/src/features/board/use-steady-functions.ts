import { useRef, useState } from 'react'

type Functions = Record<string, unknown>

/**
 * The same object with functions that stay the same from render to render and do what the newest would: for rows that
 * are not drawn anew with every change of another.
 */
export function useStableCallbacks<T extends object>(source: T): T {
  const latest = useRef<Functions>(source as Functions)
  latest.current = source as Functions
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.entries(source)
        .filter(([, value]) => typeof value === 'function')
        .map(([name]) => [
          name,
          (...given: unknown[]) => (latest.current[name] as (...all: unknown[]) => unknown)(...given),
        ]),
    ),
  )
  return { ...source, ...steady }
}
