import { ApiError, NetworkError } from '../../contracts/http/client.ts'
import { askUntilAnswered, type Ending } from './ask-until-answered.ts'
import { dropTap, keepTap, type Tap } from './kept-taps.ts'
import { type KeyCalls, stopTap } from './settle-tap.ts'
import { type Pause, startPause } from './start-pause.ts'
import type { TapProgress } from './tap-progress.ts'

export type TapPlan<Body, Reply> = {
  /** Where the taps are kept: what they do and for whom, as `order:U1001`. Undefined until that is known. */
  place: string | undefined
  /**
   * What is filled in now, or '' where that is not all there. While it stays, a further tap is the same request and has
   * the same answer.
   */
  choice: string
  send(body: Body, key: string): Promise<Reply>
  /**
   * Where the server can be asked about a key: it is asked before anything is sent a second time, what is filled in
   * otherwise meanwhile is taken back, and a reload sends nothing by itself.
   */
  keys?: KeyCalls
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
export async function runTap<Body, Reply>(tap: Tap<Body>, run: Running<Body, Reply>): Promise<void> {
  const { place, visit, plan } = run
  if (visit.isAsking) return
  visit.isAsking = true
  const { choice } = plan()
  const isHere = () => !visit.left.signal.aborted
  const running = { ...run, show: (next: TapProgress<Body>) => void (isHere() && run.show(next)) }
  // Before it is sent: a reload in the middle must know of it.
  keepTap(place, { ...tap, open: true })
  const { ending, open } = await askFor(tap, { ...running, choice })
  visit.isAsking = false
  settle(place, { ...tap, open }, ending)
  if (ending.kind === 'answered') return tellAnswer({ choice, tap, reply: ending.reply }, running)
  if (ending.kind === 'left' && isHere()) return stopRun({ ...tap, open }, running)
  running.show(ending.kind === 'unclear' ? { state: 'unanswered', tap: { ...tap, open } } : { state: 'idle' })
  if (ending.kind !== 'left' && ending.kind !== 'unclear') plan().onRefusal(ending.error, tap, isHere())
}

/** So long a tap is sent again by itself, in ms, where the server can be asked about its key. */
const sentForMs = 60_000

/** @returns how it ended: `left` also where something else is filled in by now; and whether any answer was missing */
async function askFor<Body, Reply>(tap: Tap<Body>, asked: Running<Body, Reply> & { choice: string }) {
  const { visit, plan, show, choice } = asked
  const over = Date.now() + (plan().keys ? sentForMs : Number.POSITIVE_INFINITY)
  const isOther = () => plan().keys !== undefined && !['', choice].includes(plan().choice)
  let { open } = tap
  const ending = await askUntilAnswered({
    ask: async () => {
      show({ state: 'sending', tap, again: open })
      if (open) await waitForRun(plan().keys, tap)
      return plan().send(tap.body, tap.key)
    },
    pause: async (ms, error) => {
      if (!open) plan().onNoAnswer(error)
      open = true
      if (isOther()) return 'left'
      show({ state: 'waiting', tap })
      visit.pause = startPause(ms, visit.left.signal, over - Date.now())
      if (!(await visit.pause.over) || isOther()) return 'left'
      return Date.now() < over ? 'again' : 'over'
    },
  })
  return { ending, open }
}

/**
 * Before it is sent again. A server that knows of no such question takes it as it is.
 * @throws where an answer is on its way, or nothing is known: what fails here is no refusal of the order
 */
async function waitForRun(keys: KeyCalls | undefined, { key }: Tap<unknown>): Promise<void> {
  const known = await keys?.lookUp(key).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error instanceof ApiError && error.status === 401 ? error : new NetworkError(error)
  })
  if (known?.state === 'running') throw new NetworkError('is still being worked on')
}

/** Something else was filled in meanwhile: this is not wanted any more. */
async function stopRun<Body, Reply>(tap: Tap<Body>, { place, visit, plan, show }: Running<Body, Reply>) {
  const { keys } = plan()
  if (keys) await stopTap(tap, { place, keys, left: visit.left.signal, show }, true)
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
