import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { newKey } from '../new-key.ts'
import type { IntentProgress } from './run-intent.ts'
import {
  applyAnswer,
  cancelIntent,
  checkIntent,
  type IntentPlan,
  type PageVisit,
  runIntent,
  type SettleContext,
  undoCancel,
} from './run-intent.ts'
import { type Intent, isSameBody, removeIntent, storedIntents } from './stored-intents.ts'

export type IntentState<Body> = {
  progress: IntentProgress<Body>
  /**
   * Sends a request once, however often it is tapped, until the input changes. Offline nothing is sent, then
   * or later. While the outcome of an earlier request is unknown, the server is asked about that one instead.
   */
  submit(body: Body, about: string): void
  retry(): void
  /** Removes the intent: the customer accepts that its outcome is unknown. */
  stopRetrying(): void
  /** Actions on an intent without an answer, for plans with `keys`. */
  unknownOutcome: UnknownOutcomeActions
}

export type UnknownOutcomeActions = {
  /** Asks for the outcome; never orders. */
  check(): void
  /** Closes its key, now or when the network is back. */
  stop(): void
  /** Undoes `stop` while the server has not confirmed it. */
  undoStop(): void
  /** Hides the outcome. */
  dismiss(): void
}

/** Age in ms above which an intent is not sent again by itself; the customer decides. */
const freshMs = 600_000

/**
 * A button that orders or pays. Its request is stored with its key before it is sent, until the answer is
 * certain. After a reload, a login or another visit it is sent again under the same key; with `keys` the
 * server is asked about it instead, and nothing is sent without a tap.
 */
export function useIntent<Body, Reply>(plan: IntentPlan<Body, Reply>): IntentState<Body> {
  const { scope } = plan
  const [progress, setProgress] = useState<IntentProgress<Body>>({ state: 'idle' })
  const visit = useRef<PageVisit<Body, Reply>>(newPageVisit())
  const latest = useRef(plan)
  latest.current = plan

  const running = (at: string) => ({
    scope: at,
    visit: visit.current,
    plan: () => latest.current,
    show: setProgress,
  })
  const run = (intent: Intent<Body>) => {
    if (scope) void runIntent(intent, running(scope))
  }
  const settle = useSettle(plan, { visit, show: setProgress })
  const resumeIntent = (intent: Intent<Body>) => {
    if (plan.keys) settle((context) => checkIntent(intent, context, false))
    else if (isFresh(intent)) run(intent)
    else setProgress({ state: 'unanswered', intent })
  }
  const resume = useEffectEvent((from: string) => {
    const earlier = openIntent<Body>(from)
    if (!earlier) setProgress({ state: 'idle' })
    else if (earlier.stop) settle((context) => cancelIntent(earlier, context, false))
    else resumeIntent(earlier)
  })
  // A layout effect: once another page is rendered this visit has ended, and its answer must not navigate
  // away from there.
  useLayoutEffect(() => {
    const newVisit: PageVisit<Body, Reply> = newPageVisit()
    visit.current = newVisit
    if (scope) resume(scope)
    return () => newVisit.left.abort()
  }, [scope])
  useResetOnLeave(plan.choice, () => {
    visit.current.answered = undefined
    setProgress((now) => (now.state === 'leaving' || now.state === 'offline' ? { state: 'idle' } : now))
  })
  useDropOnChange(plan, {
    intent: progress.state === 'unanswered' ? progress.intent : undefined,
    endDelay: () => visit.current.retryDelay?.endNow(),
    drop: (intent) => settle((context) => cancelIntent(intent, context, true)),
  })

  return {
    progress,
    submit: (body, about) => {
      if (visit.current.isSending) return visit.current.retryDelay?.endNow()
      if (!scope) return
      const { answered } = visit.current
      if (answered?.choice === plan.choice) return applyAnswer(answered, running(scope))
      const earlier = openIntent<Body>(scope)
      if (earlier && !isSameBody(earlier.body, body)) return resumeIntent(earlier)
      if (!earlier && !navigator.onLine) return setProgress({ state: 'offline' })
      run(earlier ?? closedIntent(scope, body) ?? { key: newKey(), body, about, at: Date.now(), open: false })
    },
    retry: () => {
      if (progress.state === 'unanswered') run(progress.intent)
    },
    stopRetrying: () => {
      if (!scope || progress.state !== 'unanswered') return
      removeIntent(scope, progress.intent.key)
      setProgress({ state: 'idle' })
    },
    unknownOutcome: unknownOutcomeActions(progress, { scope, settle, show: setProgress }),
  }
}

type Settle<Body> = (work: (context: SettleContext<Body>) => Promise<void>) => void

type OutcomeTools<Body> = {
  scope: string | undefined
  settle: Settle<Body>
  show(progress: IntentProgress<Body>): void
}

function unknownOutcomeActions<Body>(
  progress: IntentProgress<Body>,
  { scope, settle, show }: OutcomeTools<Body>,
): UnknownOutcomeActions {
  const unanswered = progress.state === 'unanswered' ? progress.intent : undefined
  return {
    check: () => {
      if (unanswered) settle((context) => checkIntent(unanswered, context, true))
    },
    stop: () => {
      if (unanswered) settle((context) => cancelIntent(unanswered, context, false))
    },
    undoStop: () => {
      if (!scope || progress.state !== 'stopping') return
      undoCancel(scope, progress.intent)
      show({ state: 'unanswered', intent: progress.intent })
    },
    dismiss: () => show({ state: 'idle' }),
  }
}

type Shown<Body, Reply> = {
  visit: RefObject<PageVisit<Body, Reply>>
  show(progress: IntentProgress<Body>): void
}

/** Runs checks and stops of an intent for the current visit. */
function useSettle<Body, Reply>(
  plan: IntentPlan<Body, Reply>,
  { visit, show }: Shown<Body, Reply>,
): Settle<Body> {
  return (work) => {
    const { scope, keys } = plan
    if (!scope || !keys) return
    const { signal } = visit.current.left
    const showIfPresent = (next: IntentProgress<Body>) => void (signal.aborted || show(next))
    void work({ scope, keys, left: signal, show: showIfPresent })
  }
}

type DropOnChange<Body> = {
  intent: Intent<Body> | undefined
  endDelay(): void
  drop(intent: Intent<Body>): void
}

/** Stops an intent without an answer when the input changes. */
function useDropOnChange<Body, Reply>(
  plan: IntentPlan<Body, Reply>,
  { intent, endDelay, drop }: DropOnChange<Body>,
): void {
  const last = useRef(plan.choice)
  const onChange = useEffectEvent(() => {
    const before = last.current
    if (plan.choice === '' || plan.choice === before) return
    last.current = plan.choice
    if (!plan.keys || before === '') return
    if (intent) drop(intent)
    else endDelay()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per choice
  useEffect(() => onChange(), [plan.choice])
}

/** An answer applies to one input and one view of the page; returning by Back begins another view. */
function useResetOnLeave(choice: string, forget: () => void): void {
  const reset = useEffectEvent(forget)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per choice
  useEffect(() => reset(), [choice])
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    // Back may come before the next page has been rendered.
    addEventListener('popstate', reset)
    addEventListener('pageshow', onPageShow)
    return () => {
      removeEventListener('popstate', reset)
      removeEventListener('pageshow', onPageShow)
    }
  }, [])
}

function newPageVisit<Body, Reply>(): PageVisit<Body, Reply> {
  return { left: new AbortController(), isSending: false, retryDelay: undefined, answered: undefined }
}

function openIntent<Body>(scope: string): Intent<Body> | undefined {
  return storedIntents<Body>(scope).find(({ open }) => open)
}

/**
 * The stored intent whose key the same request reuses. Intents of other requests had no effect and are
 * removed.
 */
function closedIntent<Body>(scope: string, body: Body): Intent<Body> | undefined {
  const closed = storedIntents<Body>(scope)
  for (const { key, body: other } of closed) if (!isSameBody(other, body)) removeIntent(scope, key)
  return closed.find((intent) => isSameBody(intent.body, body))
}

function isFresh({ at }: Intent<unknown>): boolean {
  const age = Date.now() - at
  return age >= 0 && age < freshMs
}
