import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { newKey } from '../new-key.ts'
import { dropTap, isSameBody, keptTaps, type Tap } from './kept-taps.ts'
import { runTap, type TapPlan, type TapProgress, tellAnswer, type Visit } from './run-tap.ts'

export type TapButton<Body> = {
  progress: TapProgress<Body>
  /**
   * Sends a request once, however often it is tapped, also after the answer, until something else is filled in. While the outcome of an earlier one is not known, that one is
   * asked about instead: `onAnswer` or `onRefusal` tell what became of it, and this one needs another tap.
   */
  tap(body: Body, about: string): void
  askAgain(): void
  /** The customer takes it upon himself. */
  stopAsking(): void
}

/** What was tapped longer ago than this, in ms, is not asked for again unless the customer says so. */
const freshMs = 600_000

/**
 * A button that orders or pays. Its request is kept with its key before it is sent, until an answer is sure; after a
 * reload, a login or another visit it is asked again with the same key.
 */
export function useTap<Body, Reply>(plan: TapPlan<Body, Reply>): TapButton<Body> {
  const { place } = plan
  const [progress, setProgress] = useState<TapProgress<Body>>({ state: 'idle' })
  const visit = useRef<Visit<Body, Reply>>(newVisit())
  const latest = useRef(plan)
  latest.current = plan

  const running = (at: string) => ({
    ...{ place: at, visit: visit.current, plan: () => latest.current, show: setProgress },
  })
  const run = (tap: Tap<Body>) => {
    if (place) void runTap(tap, running(place))
  }
  const goOn = (tap: Tap<Body>) => {
    if (isFresh(tap)) run(tap)
    else setProgress({ state: 'unanswered', tap })
  }
  const resume = useEffectEvent((from: string) => {
    const earlier = openTap<Body>(from)
    if (earlier) goOn(earlier)
    else setProgress({ state: 'idle' })
  })
  // As soon as another page is drawn this one is left: an answer must not lead away from there.
  useLayoutEffect(() => {
    const mine: Visit<Body, Reply> = newVisit()
    visit.current = mine
    if (place) resume(place)
    return () => mine.left.abort()
  }, [place])
  useForgetting(plan.choice, () => {
    visit.current.answered = undefined
    setProgress((now) => (now.state === 'leaving' ? { state: 'idle' } : now))
  })

  return {
    progress,
    tap: (body, about) => {
      if (visit.current.isAsking) return visit.current.pause?.hurry()
      if (!place) return
      const { answered } = visit.current
      if (answered?.choice === plan.choice) return tellAnswer(answered, running(place))
      const earlier = openTap<Body>(place)
      if (earlier && !isSameBody(earlier.body, body)) return goOn(earlier)
      run(earlier ?? closedTap(place, body) ?? { key: newKey(), body, about, at: Date.now(), open: false })
    },
    askAgain: () => {
      if (progress.state === 'unanswered') run(progress.tap)
    },
    stopAsking: () => {
      if (!place || progress.state !== 'unanswered') return
      dropTap(place, progress.tap.key)
      setProgress({ state: 'idle' })
    },
  }
}

/** An answer is for what was filled in, and for one look at the page: Back from the next page is another one. */
function useForgetting(choice: string, forget: () => void): void {
  const now = useEffectEvent(forget)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per choice
  useEffect(() => now(), [choice])
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      if (event.persisted) now()
    }
    // Back may come before the next page has been drawn.
    addEventListener('popstate', now)
    addEventListener('pageshow', wake)
    return () => {
      removeEventListener('popstate', now)
      removeEventListener('pageshow', wake)
    }
  }, [])
}

function newVisit<Body, Reply>(): Visit<Body, Reply> {
  return { left: new AbortController(), isAsking: false, pause: undefined, answered: undefined }
}

function openTap<Body>(place: string): Tap<Body> | undefined {
  return keptTaps<Body>(place).find(({ open }) => open)
}

/** The tap whose key the same request takes up again. Those of other requests did nothing and are done with. */
function closedTap<Body>(place: string, body: Body): Tap<Body> | undefined {
  const closed = keptTaps<Body>(place)
  for (const { key, body: other } of closed) if (!isSameBody(other, body)) dropTap(place, key)
  return closed.find((tap) => isSameBody(tap.body, body))
}

function isFresh({ at }: Tap<unknown>): boolean {
  const age = Date.now() - at
  return age >= 0 && age < freshMs
}
