import { ApiError, NetworkError } from '../../contracts/client.ts'
import type { OrderKey } from '../../contracts/order-keys.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { type Intent, removeIntent, storedIntents, storeIntent } from './stored-intents.ts'

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
type Answered<Body, Reply> = { choice: string; intent: Intent<Body>; reply: Reply }

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
  running.show(
    ending.kind === 'unclear' ? { state: 'unanswered', intent: { ...intent, open } } : { state: 'idle' },
  )
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
async function stopRun<Body, Reply>(
  intent: Intent<Body>,
  { scope, visit, plan, show }: Running<Body, Reply>,
) {
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

/** How long to wait before asking again, in ms: about a minute in all. */
const retryDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]

type Ending<Reply> = { kind: 'answered'; reply: Reply } | { kind: Outcome; error: unknown } | { kind: 'left' }

type Asking<Reply> = {
  /** Sends the same request with the same key, whenever it is called. */
  ask(): Promise<Reply>
  /** Waits before the next try. `left`: the page was left; `over`: the time for retries has ended. */
  pause(ms: number, error: unknown): Promise<'again' | 'left' | 'over'>
}

/** Asks until there is an answer that is sure, or for about a minute: it ends `unclear` then. */
async function retryUntilAnswered<Reply>({ ask, pause }: Asking<Reply>): Promise<Ending<Reply>> {
  for (let tries = 0; ; tries += 1) {
    const ending = await askOnce(ask)
    if (ending.kind !== 'unclear') return ending
    const pauseMs = retryDelaysMs[tries]
    if (pauseMs === undefined) return ending
    const then = await pause(pauseMs, ending.error)
    if (then === 'left') return { kind: 'left' }
    if (then === 'over') return ending
  }
}

async function askOnce<Reply>(ask: () => Promise<Reply>): Promise<Exclude<Ending<Reply>, { kind: 'left' }>> {
  try {
    return { kind: 'answered', reply: await ask() }
  } catch (error) {
    return { kind: outcomeOf(error), error }
  }
}

/** The server's calls about a key. */
export type KeyCalls = {
  lookUp(key: string): Promise<OrderKey>
  close(key: string): Promise<OrderKey>
}

export type SettleContext<Body> = {
  scope: string
  keys: KeyCalls
  left: AbortSignal
  show(progress: IntentProgress<Body>): void
}

/**
 * Asks what became of a intent; never orders. `isByHand`: closes a key without an order, so that "it did not go through"
 * stays true. Otherwise only reads.
 */
export async function checkIntent<Body>(
  intent: Intent<Body>,
  settling: SettleContext<Body>,
  isByHand: boolean,
): Promise<void> {
  const { scope, keys, left, show } = settling
  show({ state: 'checking', intent })
  const known = await answerTo(() => keys.lookUp(intent.key), left)
  const isOpen = known?.state === 'unknown' || known?.state === 'not_placed'
  const news = isOpen && isByHand ? await answerTo(() => keys.close(intent.key), left) : known
  if (!news || news.state === 'unknown' || news.state === 'not_placed')
    return show({ state: 'unanswered', intent })
  removeIntent(scope, intent.key)
  if (news.order) show({ state: 'found', intent, order: news.order, opens: true })
  else show({ state: 'missing', intent, reason: news.message })
}

/**
 * "Don't order": kept on this device until the server has closed the key. Shows the order when it was placed already.
 * `isQuiet`: shows nothing when the key is closed.
 */
export async function cancelIntent<Body>(
  intent: Intent<Body>,
  { scope, keys, left, show }: SettleContext<Body>,
  isQuiet: boolean,
): Promise<void> {
  storeIntent(scope, { ...intent, open: true, stop: true })
  show({ state: 'stopping', intent })
  while (isStillStopped(scope, intent)) {
    const news = await answerTo(() => keys.close(intent.key), left)
    if (news) {
      removeIntent(scope, intent.key)
      return show(
        news.order
          ? { state: 'found', intent, order: news.order, opens: !isQuiet }
          : isQuiet
            ? { state: 'idle' }
            : { state: 'stopped', intent },
      )
    }
    if (!(await retryDelay(stopAgainMs, left).over)) return
  }
}

/** Undoes "Don't order" while the server has not confirmed it. */
export function undoCancel<Body>(scope: string, { stop: _, ...intent }: Intent<Body>): void {
  storeIntent(scope, intent)
}

const stopAgainMs = 5_000
const triesWhileRunning = 5

const isStillStopped = (scope: string, { key }: Intent<unknown>): boolean =>
  storedIntents(scope).some((kept) => kept.key === key && kept.stop)

/** @returns undefined without an answer, or when the request is still being processed after all tries */
async function answerTo(ask: () => Promise<OrderKey>, left: AbortSignal): Promise<OrderKey | undefined> {
  for (let tries = 0; tries < triesWhileRunning; tries += 1) {
    const news = await ask().catch(() => undefined)
    if (news?.state !== 'running') return news
    if (!(await retryDelay(news.retryAfterMs ?? stopAgainMs, left).over)) return undefined
  }
  return undefined
}

type RetryDelay = {
  /** False when whoever waited has left. */
  over: Promise<boolean>
  /** Ends it at once. */
  hurry(): void
}

/** Waits `ms`, or offline until the network is back, but no longer than `maxMs`. The network's return ends it too. */
function retryDelay(ms: number, left: AbortSignal, maxMs = Number.POSITIVE_INFINITY): RetryDelay {
  let hurry = () => {}
  const over = new Promise<boolean>((done) => {
    const timer = setTimeout(() => {
      if (navigator.onLine) end()
    }, ms)
    const last = Number.isFinite(maxMs) ? setTimeout(() => end(), maxMs) : undefined
    const end = () => {
      clearTimeout(timer)
      clearTimeout(last)
      removeEventListener('online', end)
      left.removeEventListener('abort', end)
      done(!left.aborted)
    }
    addEventListener('online', end)
    left.addEventListener('abort', end)
    if (left.aborted) end()
    hurry = end
  })
  return { over, hurry }
}

/** State of a intent on a button that orders or pays. */
export type IntentProgress<Body> =
  | { state: 'idle' }
  /** Tapped offline: nothing was sent, and nothing will be. */
  | { state: 'offline' }
  /** `again`: an earlier answer is missing. */
  | { state: 'sending'; intent: Intent<Body>; again: boolean }
  /** Pauses before the next try. */
  | { state: 'waiting'; intent: Intent<Body> }
  /** No more tries: the customer decides. */
  | { state: 'unanswered'; intent: Intent<Body> }
  /** The server is asked what became of it. */
  | { state: 'checking'; intent: Intent<Body> }
  /** The order was placed. `opens`: whether its page opens without a intent. */
  | { state: 'found'; intent: Intent<Body>; order: NonNullable<OrderKey['order']>; opens: boolean }
  /** Nothing was ordered, and nothing will be. `why`: the shop's reason, if it gave one. */
  | { state: 'missing'; intent: Intent<Body>; reason: string | undefined }
  /** The customer has stopped it; the server has not confirmed that. */
  | { state: 'stopping'; intent: Intent<Body> }
  /** The server has closed its key. */
  | { state: 'stopped'; intent: Intent<Body> }
  /** Answered; the next page is opening. */
  | { state: 'leaving'; intent: Intent<Body> }
