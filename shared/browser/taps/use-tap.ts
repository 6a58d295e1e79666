import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { newKey } from '../new-key.ts'
import { dropTap, isSameBody, keptTaps, type Tap } from './kept-taps.ts'
import { runTap, type TapPlan, tellAnswer, type Visit } from './run-tap.ts'
import { checkTap, keepAgain, type Settling, stopTap } from './settle-tap.ts'
import type { TapProgress } from './tap-progress.ts'

export type TapButton<Body> = {
  progress: TapProgress<Body>
  /**
   * Sends a request once, however often it is tapped, until the input changes. Offline nothing is sent, then or later.
   * While the outcome of an earlier request is unknown, the server is asked about that one instead.
   */
  tap(body: Body, about: string): void
  askAgain(): void
  /** The customer takes it upon himself. */
  stopAsking(): void
  /** Actions on a tap without an answer, for plans with `keys`. */
  doubt: TapDoubt
}

export type TapDoubt = {
  /** Asks what became of it; never orders. */
  check(): void
  /** Closes its key, now or when the network is back. */
  stop(): void
  /** Undoes `stop` while the server has not confirmed it. */
  undoStop(): void
  /** Hides the outcome. */
  dismiss(): void
}

/** What was tapped longer ago than this, in ms, is not asked for again unless the customer says so. */
const freshMs = 600_000

/**
 * A button that orders or pays. Its request is stored with its key before it is sent, until the answer is certain. After
 * a reload, a login or another visit it is sent again under the same key; with `keys` the server is asked about it
 * instead, and nothing is sent without a tap.
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
  const settle = useSettling(plan, { visit, show: setProgress })
  const goOn = (tap: Tap<Body>) => {
    if (plan.keys) settle((how) => checkTap(tap, how, false))
    else if (isFresh(tap)) run(tap)
    else setProgress({ state: 'unanswered', tap })
  }
  const resume = useEffectEvent((from: string) => {
    const earlier = openTap<Body>(from)
    if (!earlier) setProgress({ state: 'idle' })
    else if (earlier.stop) settle((how) => stopTap(earlier, how, false))
    else goOn(earlier)
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
    setProgress((now) => (now.state === 'leaving' || now.state === 'offline' ? { state: 'idle' } : now))
  })
  useDropping(plan, {
    tap: progress.state === 'unanswered' ? progress.tap : undefined,
    hurry: () => visit.current.pause?.hurry(),
    drop: (tap) => settle((how) => stopTap(tap, how, true)),
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
      if (!earlier && !navigator.onLine) return setProgress({ state: 'offline' })
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
    doubt: {
      check: () => {
        if (progress.state === 'unanswered') settle((how) => checkTap(progress.tap, how, true))
      },
      stop: () => {
        if (progress.state === 'unanswered') settle((how) => stopTap(progress.tap, how, false))
      },
      undoStop: () => {
        if (!place || progress.state !== 'stopping') return
        keepAgain(place, progress.tap)
        setProgress({ state: 'unanswered', tap: progress.tap })
      },
      dismiss: () => setProgress({ state: 'idle' }),
    },
  }
}

type Shown<Body, Reply> = {
  visit: RefObject<Visit<Body, Reply>>
  show(progress: TapProgress<Body>): void
}

/** Runs checks and stops of a tap for the current visit. */
function useSettling<Body, Reply>(plan: TapPlan<Body, Reply>, { visit, show }: Shown<Body, Reply>) {
  return (work: (how: Settling<Body>) => Promise<void>) => {
    const { place, keys } = plan
    if (!place || !keys) return
    const { signal } = visit.current.left
    const showHere = (next: TapProgress<Body>) => void (signal.aborted || show(next))
    void work({ place, keys, left: signal, show: showHere })
  }
}

type Dropping<Body> = { tap: Tap<Body> | undefined; hurry(): void; drop(tap: Tap<Body>): void }

/** Stops a tap without an answer when the input changes. */
function useDropping<Body, Reply>(plan: TapPlan<Body, Reply>, { tap, hurry, drop }: Dropping<Body>): void {
  const last = useRef(plan.choice)
  const dropped = useEffectEvent(() => {
    const before = last.current
    if (plan.choice === '' || plan.choice === before) return
    last.current = plan.choice
    if (!plan.keys || before === '') return
    if (tap) drop(tap)
    else hurry()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per choice
  useEffect(() => dropped(), [plan.choice])
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
