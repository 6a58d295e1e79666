import { useEffect, useState } from 'react'

/**
 * Whether the page's script runs: false in the server's render, and in the browser's first render over it.
 */
export function useIsRunning(): boolean {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return isRunning
}
