import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Until the test ends, `pass` lets that many ms pass at once; otherwise time passes as usual. */
export function fakeTimeouts() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
