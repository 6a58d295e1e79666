import { type ReactNode, useEffect, useState } from 'react'
import type { FormMessageContent } from '../../lib/entry/form-message.tsx'

/** How long a message stays, in ms (specification §9). */
const stayMs = 5_000

/** One message that goes by itself: green when it says 'successfully', red otherwise (specification §8). */
export function useMessage() {
  const [message, setMessage] = useState<FormMessageContent>()
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(undefined), stayMs)
    return () => clearTimeout(timer)
  }, [message])
  const say = (title: string, text?: ReactNode) =>
    setMessage({ kind: title.includes('successfully') ? 'ok' : 'bad', title, text })
  return { message, say }
}
