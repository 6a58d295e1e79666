import { ApiError, NetworkError } from '../../contracts/http/client.ts'
import { retryUntilAnswered, type Ending } from './ask-until-answered.ts'
import { removeIntent, storeIntent, type Intent } from './stored-intents.ts'
import { type KeyCalls, cancelIntent } from './settle-intent.ts'
import { type RetryDelay, retryDelay } from './start-pause.ts'
import type { IntentProgress } from './intent-progress.ts'

export type IntentPlan<Body, Reply> = {
  /** Where the taps are kept: what they do and for whom, as `order:U1001`. Undefined until that is known. */
  scope: string | undefined
  /** The current input, or '' while it is incomplete. While it is unchanged, a further intent is the same request. */
  choice: string
  send(body: Body, key: string): Promise<Reply>
  /**
   * Set when the server can be asked about a key. Then it is asked before a request is sent again, other input stops the
   * request, and a reload sends nothing by itself.
   */
  keys?: KeyCalls
  /** `isPresent` is false when the page was left meanwhile. @returns `leaves` where it opens another page */
  onAnswer(reply: Reply, intent: Intent<Body>, isPresent: boolean): 'leaves' | undefined
  onRefusal(error: unknown, intent: Intent<Body>, isPresent: boolean): void
  /** The first time that no answer came. */
  onNoAnswer(error: unknown): void
}

/** One stay on the page: what it is asking, what was answered there, and whether it is over. */
export type PageVisit<Body, Reply> = {
  left: AbortController
  isAsking: boolean
  pause: RetryDelay | undefined
  answered: Answered<Body, Reply> | undefined
}

/** The answer to a intent, and what was filled in when it was tapped. */
export type Answered<Body, Reply> = { choice: string; intent: Intent<Body>; reply: Reply }

type Running<Body, Reply> = {
  scope: string
  visit: PageVisit<Body, Reply>
  /** The plan of the latest drawing, which knows what is filled in now. */
  plan(): IntentPlan<Body, Reply>
  show(progress: IntentProgress<Body>): void
}

/** Keeps a intent, sends it until an answer is sure, and tells. One at a time for each visit. */
export async function runIntent<Body, Reply>(intent: Intent<Body>, run: Running<Body, Reply>): Promise<void> {
  const { scope, visit, plan } = run
  if (visit.isAsking) return
  visit.isAsking = true
  const { choice } = plan()
  const isPresent = () => !visit.left.signal.aborted
  const running = { ...run, show: (next: IntentProgress<Body>) => void (isPresent() && run.show(next)) }
  // Before it is sent: a reload in the middle must know of it.
  storeIntent(scope, { ...intent, open: true })
  const { ending, open } = await askFor(intent, { ...running, choice })
  visit.isAsking = false
  settle(scope, { ...intent, open }, ending)
  if (ending.kind === 'answered') return applyAnswer({ choice, intent, reply: ending.reply }, running)
  if (ending.kind === 'left' && isPresent()) return stopRun({ ...intent, open }, running)
  running.show(ending.kind === 'unclear' ? { state: 'unanswered', intent: { ...intent, open } } : { state: 'idle' })
  if (ending.kind !== 'left' && ending.kind !== 'unclear') plan().onRefusal(ending.error, intent, isPresent())
}

/** With `keys`: how long a intent is sent again without another intent, in ms. */
const sentForMs = 60_000

/** @returns how it ended (`left` also after other input), and whether any answer was missing */
async function askFor<Body, Reply>(intent: Intent<Body>, asked: Running<Body, Reply> & { choice: string }) {
  const { visit, plan, show, choice } = asked
  const over = Date.now() + (plan().keys ? sentForMs : Number.POSITIVE_INFINITY)
  const isOther = () => plan().keys !== undefined && !['', choice].includes(plan().choice)
  let { open } = intent
  const ending = await retryUntilAnswered({
    ask: async () => {
      show({ state: 'sending', intent, again: open })
      if (open) await waitForRun(plan().keys, intent)
      return plan().send(intent.body, intent.key)
    },
    pause: async (ms, error) => {
      if (!open) plan().onNoAnswer(error)
      open = true
      if (isOther()) return 'left'
      show({ state: 'waiting', intent })
      visit.pause = retryDelay(ms, visit.left.signal, over - Date.now())
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
async function waitForRun(keys: KeyCalls | undefined, { key }: Intent<unknown>): Promise<void> {
  const known = await keys?.lookUp(key).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error instanceof ApiError && error.status === 401 ? error : new NetworkError(error)
  })
  if (known?.state === 'running') throw new NetworkError('the request is still being processed')
}

/** Stops a request after other input. */
async function stopRun<Body, Reply>(intent: Intent<Body>, { scope, visit, plan, show }: Running<Body, Reply>) {
  const { keys } = plan()
  if (keys) await cancelIntent(intent, { scope, keys, left: visit.left.signal, show }, true)
}

/** Follows an answer, as often as its intent is repeated. */
export function applyAnswer<Body, Reply>(
  answered: Answered<Body, Reply>,
  { visit, plan, show }: Running<Body, Reply>,
): void {
  visit.answered = answered
  const { intent, reply } = answered
  const leaves = plan().onAnswer(reply, intent, !visit.left.signal.aborted)
  show(leaves ? { state: 'leaving', intent } : { state: 'idle' })
}

/** What is kept of a intent once asking has ended. `intent.open` says whether any answer was missing. */
function settle(scope: string, intent: Intent<unknown>, { kind }: Ending<unknown>): void {
  if (kind === 'answered' || kind === 'refused') removeIntent(scope, intent.key)
  else if (kind === 'signed_out') storeIntent(scope, intent)
  else if (kind === 'unpayable') storeIntent(scope, { ...intent, open: false })
}
