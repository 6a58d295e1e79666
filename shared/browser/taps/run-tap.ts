import { askUntilAnswered, type Ending } from './ask-until-answered.ts'
import { dropTap, keepTap, type Tap } from './kept-taps.ts'
import { type Pause, startPause } from './start-pause.ts'

export type TapProgress<Body> =
  | { state: 'idle' }
  /** `again`: an answer was missing before. */
  | { state: 'sending'; tap: Tap<Body>; again: boolean }
  /** Asks again by itself after a pause. */
  | { state: 'waiting'; tap: Tap<Body> }
  /** Was asked for long enough: the customer says what now. */
  | { state: 'unanswered'; tap: Tap<Body> }
  /** Was answered, and the page that it leads to is opening. */
  | { state: 'leaving'; tap: Tap<Body> }

export type TapPlan<Body, Reply> = {
  /** Where the taps are kept: what they do and for whom, as `order:U1001`. Undefined until that is known. */
  place: string | undefined
  /** What is filled in now. While it stays, a further tap is the same request and has the same answer. */
  choice: string
  send(body: Body, key: string): Promise<Reply>
  /** `isHere` is false when the page was left meanwhile. @returns `leaves` where it opens another page */
  onAnswer(reply: Reply, tap: Tap<Body>, isHere: boolean): 'leaves' | undefined
  onRefusal(error: unknown, tap: Tap<Body>, isHere: boolean): void
  /** The first time that no answer came. */
  onNoAnswer(error: unknown): void
}

/** One stay on the page: what it is asking, what was answered there, and whether it is over. */
export type Visit<Body, Reply> = {
  left: AbortController
  isAsking: boolean
  pause: Pause | undefined
  answered: Answered<Body, Reply> | undefined
}

/** The answer to a tap, and what was filled in when it was tapped. */
export type Answered<Body, Reply> = { choice: string; tap: Tap<Body>; reply: Reply }

type Running<Body, Reply> = {
  place: string
  visit: Visit<Body, Reply>
  /** The plan of the latest drawing, which knows what is filled in now. */
  plan(): TapPlan<Body, Reply>
  show(progress: TapProgress<Body>): void
}

/** Keeps a tap, sends it until an answer is sure, and tells. One at a time for each visit. */
export async function runTap<Body, Reply>(tap: Tap<Body>, running: Running<Body, Reply>): Promise<void> {
  const { place, visit, plan } = running
  if (visit.isAsking) return
  visit.isAsking = true
  const { choice } = plan()
  const show = (next: TapProgress<Body>) => {
    if (!visit.left.signal.aborted) running.show(next)
  }
  let open = tap.open
  // Before it is sent: a reload in the middle must know of it.
  keepTap(place, { ...tap, open: true })
  const ending = await askUntilAnswered({
    ask: () => {
      show({ state: 'sending', tap, again: open })
      return plan().send(tap.body, tap.key)
    },
    pause: (ms, error) => {
      if (!open) plan().onNoAnswer(error)
      open = true
      show({ state: 'waiting', tap })
      visit.pause = startPause(ms, visit.left.signal)
      return visit.pause.over
    },
  })
  visit.isAsking = false
  settle(place, { ...tap, open }, ending)
  if (ending.kind === 'answered') {
    return tellAnswer({ choice, tap, reply: ending.reply }, { ...running, show })
  }
  show(ending.kind === 'unclear' ? { state: 'unanswered', tap: { ...tap, open } } : { state: 'idle' })
  if (ending.kind === 'left' || ending.kind === 'unclear') return
  plan().onRefusal(ending.error, tap, !visit.left.signal.aborted)
}

/** Follows an answer, as often as its tap is repeated. */
export function tellAnswer<Body, Reply>(
  answered: Answered<Body, Reply>,
  { visit, plan, show }: Running<Body, Reply>,
): void {
  visit.answered = answered
  const { tap, reply } = answered
  const leaves = plan().onAnswer(reply, tap, !visit.left.signal.aborted)
  show(leaves ? { state: 'leaving', tap } : { state: 'idle' })
}

/** What is kept of a tap once asking has ended. `tap.open` says whether any answer was missing. */
function settle(place: string, tap: Tap<unknown>, { kind }: Ending<unknown>): void {
  if (kind === 'answered' || kind === 'refused') dropTap(place, tap.key)
  else if (kind === 'signed_out') keepTap(place, tap)
  else if (kind === 'unpayable') keepTap(place, { ...tap, open: false })
}
