import { ApiError, NetworkError } from '../../contracts/http/client.ts'
import { askUntilAnswered, type Ending } from './ask-until-answered.ts'
import { dropTap, keepTap, type Tap } from './kept-taps.ts'
import { type KeyCalls, stopTap } from './settle-tap.ts'
import { type Pause, startPause } from './start-pause.ts'
import type { TapProgress } from './tap-progress.ts'

export type TapPlan<Body, Reply> = {
  /** Where the taps are kept: what they do and for whom, as `order:U1001`. Undefined until that is known. */
  place: string | undefined
  /** The current input, or '' while it is incomplete. While it is unchanged, a further tap is the same request. */
  choice: string
  send(body: Body, key: string): Promise<Reply>
  /**
   * Set when the server can be asked about a key. Then it is asked before a request is sent again, other input stops the
   * request, and a reload sends nothing by itself.
   */
  keys?: KeyCalls
  /** `isPresent` is false when the page was left meanwhile. @returns `leaves` where it opens another page */
  onAnswer(reply: Reply, tap: Tap<Body>, isPresent: boolean): 'leaves' | undefined
  onRefusal(error: unknown, tap: Tap<Body>, isPresent: boolean): void
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
  const isPresent = () => !visit.left.signal.aborted
  const running = { ...run, show: (next: TapProgress<Body>) => void (isPresent() && run.show(next)) }
  // Before it is sent: a reload in the middle must know of it.
  keepTap(place, { ...tap, open: true })
  const { ending, open } = await askFor(tap, { ...running, choice })
  visit.isAsking = false
  settle(place, { ...tap, open }, ending)
  if (ending.kind === 'answered') return tellAnswer({ choice, tap, reply: ending.reply }, running)
  if (ending.kind === 'left' && isPresent()) return stopRun({ ...tap, open }, running)
  running.show(ending.kind === 'unclear' ? { state: 'unanswered', tap: { ...tap, open } } : { state: 'idle' })
  if (ending.kind !== 'left' && ending.kind !== 'unclear') plan().onRefusal(ending.error, tap, isPresent())
}

/** With `keys`: how long a tap is sent again without another tap, in ms. */
const sentForMs = 60_000

/** @returns how it ended (`left` also after other input), and whether any answer was missing */
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
 * Asks about the key before the request is sent again. A server without that call is sent the request at once.
 * @throws NetworkError while the request is being processed or the server cannot be asked: that refuses no order
 */
async function waitForRun(keys: KeyCalls | undefined, { key }: Tap<unknown>): Promise<void> {
  const known = await keys?.lookUp(key).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error instanceof ApiError && error.status === 401 ? error : new NetworkError(error)
  })
  if (known?.state === 'running') throw new NetworkError('the request is still being processed')
}

/** Stops a request after other input. */
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
