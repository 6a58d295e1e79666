import { useEffect, useState } from 'react'

/** Whether the page's script runs: not in what the server draws, nor in the browser's first drawing over it. */
export function useIsRunning(): boolean {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return isRunning
}
