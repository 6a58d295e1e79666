import { ApiError, NetworkError } from '../../contracts/client.ts'
import type { OrderKey } from '../../contracts/order-keys.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { type Intent, removeIntent, storedIntents, storeIntent } from './stored-intents.ts'

export type IntentPlan<Body, Reply> = {
  /** Where intents are stored: action and target, as `order:U1001`. Undefined until that is known. */
  scope: string | undefined
  /**
   * The current input, or '' while it is incomplete. While it is unchanged, a further tap is the same
   * request.
   */
  choice: string
  send(body: Body, key: string): Promise<Reply>
  /**
   * Set when the server can be asked about a key. Then the key is looked up before a request is sent again,
   * other input stops the request, and a reload sends nothing by itself.
   */
  keys?: KeyCalls
  /** `isPresent` is false when the page was left meanwhile. @returns `leaves` if it opens another page */
  onAnswer(reply: Reply, intent: Intent<Body>, isPresent: boolean): 'leaves' | undefined
  onRefusal(error: unknown, intent: Intent<Body>, isPresent: boolean): void
  /** Called the first time that no answer arrives, and the first time that the shop is too busy. */
  onNoAnswer(error: unknown): void
}

/** One stay on the page: the running request, the answer received during it, and whether it has ended. */
export type PageVisit<Body, Reply> = {
  left: AbortController
  isSending: boolean
  retryDelay: RetryDelay | undefined
  answered: Answered<Body, Reply> | undefined
}

/** The answer to an intent, and the input at the time of the tap. */
type Answered<Body, Reply> = { choice: string; intent: Intent<Body>; reply: Reply }

type Running<Body, Reply> = {
  scope: string
  visit: PageVisit<Body, Reply>
  /** The plan of the latest render, which has the current input. */
  plan(): IntentPlan<Body, Reply>
  show(progress: IntentProgress<Body>): void
}

/**
 * Stores an intent, sends it until the answer is certain, and reports the result. One at a time for each
 * visit.
 */
export async function runIntent<Body, Reply>(intent: Intent<Body>, run: Running<Body, Reply>): Promise<void> {
  const { scope, visit, plan } = run
  if (visit.isSending) return
  visit.isSending = true
  const { choice } = plan()
  const isPresent = () => !visit.left.signal.aborted
  const running = { ...run, show: (next: IntentProgress<Body>) => void (isPresent() && run.show(next)) }
  // Stored before it is sent, so that a reload in between finds it.
  storeIntent(scope, { ...intent, open: true })
  const { ending, open } = await sendUntilAnswered(intent, { ...running, choice })
  visit.isSending = false
  settle(scope, { ...intent, open }, ending)
  if (ending.kind === 'answered') return applyAnswer({ choice, intent, reply: ending.reply }, running)
  if (ending.kind === 'left' && isPresent()) return stopRun({ ...intent, open }, running)
  const isUnclear = ending.kind === 'unclear' || (ending.kind === 'busy' && open)
  running.show(isUnclear ? { state: 'unanswered', intent: { ...intent, open } } : { state: 'idle' })
  if (ending.kind !== 'left' && !isUnclear) plan().onRefusal(ending.error, intent, isPresent())
}

/** With `keys`: how long an intent is sent again without another tap, in ms. */
const sentForMs = 60_000

/** @returns how it ended (`left` also after other input), and whether any answer was missing */
async function sendUntilAnswered<Body, Reply>(
  intent: Intent<Body>,
  run: Running<Body, Reply> & { choice: string },
) {
  const { visit, plan, show, choice } = run
  const deadline = Date.now() + (plan().keys ? sentForMs : Number.POSITIVE_INFINITY)
  const hasInputChanged = () => plan().keys !== undefined && !['', choice].includes(plan().choice)
  let { open } = intent
  let isBusy = false
  const ending = await retryUntilAnswered({
    send: async () => {
      show({ state: 'sending', intent, again: open || isBusy, isBusy: isBusy && !open })
      if (open) await assertNotRunning(plan().keys, intent)
      return plan().send(intent.body, intent.key)
    },
    pause: async (ms, error) => {
      const wasBusy = isBusy
      isBusy = outcomeOf(error) === 'busy'
      if (!open && !(wasBusy && isBusy)) plan().onNoAnswer(error)
      open ||= !isBusy
      if (hasInputChanged()) return 'left'
      show({ state: 'waiting', intent, isBusy: isBusy && !open })
      visit.retryDelay = retryDelay(ms, visit.left.signal, deadline - Date.now())
      if (!(await visit.retryDelay.ended) || hasInputChanged()) return 'left'
      return Date.now() < deadline ? 'again' : 'over'
    },
  })
  return { ending, open }
}

/**
 * Asks about the key before the request is sent again. If the server lacks that call, the request is sent at
 * once.
 * @throws NetworkError while the request is being processed or the server is unreachable: neither refuses an
 * order
 */
async function assertNotRunning(keys: KeyCalls | undefined, { key }: Intent<unknown>): Promise<void> {
  const orderKey = await keys?.lookUp(key).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error instanceof ApiError && error.status === 401 ? error : new NetworkError(error)
  })
  if (orderKey?.state === 'running') throw new NetworkError('the request is still being processed')
}

/** Stops a request after other input. */
async function stopRun<Body, Reply>(
  intent: Intent<Body>,
  { scope, visit, plan, show }: Running<Body, Reply>,
) {
  const { keys } = plan()
  if (keys) await cancelIntent(intent, { scope, keys, left: visit.left.signal, show }, true)
}

/** Applies an answer; repeated for each repeated tap. */
export function applyAnswer<Body, Reply>(
  answered: Answered<Body, Reply>,
  { visit, plan, show }: Running<Body, Reply>,
): void {
  visit.answered = answered
  const { intent, reply } = answered
  const leaves = plan().onAnswer(reply, intent, !visit.left.signal.aborted)
  show(leaves ? { state: 'leaving', intent } : { state: 'idle' })
}

/** Updates the stored intent once sending has ended. `intent.open` says whether any answer was missing. */
function settle(scope: string, intent: Intent<unknown>, { kind }: Ending<unknown>): void {
  if (kind === 'answered' || kind === 'refused') removeIntent(scope, intent.key)
  else if (kind === 'signed_out' || kind === 'busy') storeIntent(scope, intent)
  else if (kind === 'unpayable') storeIntent(scope, { ...intent, open: false })
}

/** Delays before each retry, in ms: about a minute in all. */
const retryDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]

type Ending<Reply> = { kind: 'answered'; reply: Reply } | { kind: Outcome; error: unknown } | { kind: 'left' }

type RetrySteps<Reply> = {
  /** Sends the same request with the same key on each call. */
  send(): Promise<Reply>
  /** Waits before the next try. `left`: the page was left; `over`: the time for retries has ended. */
  pause(ms: number, error: unknown): Promise<'again' | 'left' | 'over'>
}

/** Retries until an answer is certain, or for about a minute: then the result is `unclear` or `busy`. */
async function retryUntilAnswered<Reply>({ send, pause }: RetrySteps<Reply>): Promise<Ending<Reply>> {
  for (let tries = 0; ; tries += 1) {
    const ending = await sendOnce(send)
    if (ending.kind !== 'unclear' && ending.kind !== 'busy') return ending
    const delayMs = retryDelaysMs[tries]
    if (delayMs === undefined) return ending
    const next = await pause(Math.max(delayMs, busyForMs(ending)), ending.error)
    if (next === 'left') return { kind: 'left' }
    if (next === 'over') return ending
  }
}

/** A busy shop says when to come back. */
const busyForMs = ({ kind, error }: { kind: Outcome; error: unknown }): number =>
  (kind === 'busy' && error instanceof ApiError && error.retryAfterMs) || 0

async function sendOnce<Reply>(
  send: () => Promise<Reply>,
): Promise<Exclude<Ending<Reply>, { kind: 'left' }>> {
  try {
    return { kind: 'answered', reply: await send() }
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
 * Age in ms up to which a request that the server does not know may still be processed: a wallet order leaves
 * no trace before it is placed.
 */
const unseenMs = 20_000

/**
 * Asks for the outcome of an intent; never orders. `shouldClose` also closes a key that has no order, so that
 * "it did not go through" stays true; a recent request gets some seconds to place its order first.
 */
export async function checkIntent<Body>(
  intent: Intent<Body>,
  context: SettleContext<Body>,
  shouldClose: boolean,
): Promise<void> {
  const { scope, keys, left, show } = context
  show({ state: 'checking', intent })
  const mayBeProcessed = ({ state }: OrderKey) =>
    state === 'running' || (state === 'unknown' && shouldClose && Date.now() - intent.at < unseenMs)
  const found = await answerOf(() => keys.lookUp(intent.key), left, mayBeProcessed)
  const isOpen = found?.state === 'unknown' || found?.state === 'not_placed'
  const result = isOpen && shouldClose ? await answerOf(() => keys.close(intent.key), left) : found
  if (!result || result.state === 'unknown' || result.state === 'not_placed')
    return show({ state: 'unanswered', intent })
  removeIntent(scope, intent.key)
  if (result.order) show({ state: 'found', intent, order: result.order, opens: true })
  else show({ state: 'missing', intent, reason: result.message })
}

/**
 * "Don't order": stored on this device until the server has closed the key. Shows the order if it was placed
 * already. `isQuiet`: shows nothing when the key is closed.
 */
export async function cancelIntent<Body>(
  intent: Intent<Body>,
  { scope, keys, left, show }: SettleContext<Body>,
  isQuiet: boolean,
): Promise<void> {
  storeIntent(scope, { ...intent, open: true, stop: true })
  show({ state: 'stopping', intent })
  while (isStillStopped(scope, intent)) {
    const result = await answerOf(() => keys.close(intent.key), left)
    if (result) {
      removeIntent(scope, intent.key)
      return show(
        result.order
          ? { state: 'found', intent, order: result.order, opens: !isQuiet }
          : isQuiet
            ? { state: 'idle' }
            : { state: 'stopped', intent },
      )
    }
    if (!(await retryDelay(stopAgainMs, left).ended)) return
  }
}

/** Undoes "Don't order" while the server has not confirmed it. */
export function undoCancel<Body>(scope: string, { stop: _, ...intent }: Intent<Body>): void {
  storeIntent(scope, intent)
}

const stopAgainMs = 5_000
const askAgainMs = 2_000
const maxTries = 5

const isStillStopped = (scope: string, { key }: Intent<unknown>): boolean =>
  storedIntents(scope).some((stored) => stored.key === key && stored.stop)

const isRunning = ({ state }: OrderKey) => state === 'running'

/**
 * Asks again while the request may be processed.
 * @returns undefined without an answer, or when it is still `running` after all tries
 */
async function answerOf(
  request: () => Promise<OrderKey>,
  left: AbortSignal,
  mayBeProcessed = isRunning,
): Promise<OrderKey | undefined> {
  let result: OrderKey | undefined
  for (let tries = 0; tries < maxTries; tries += 1) {
    result = await request().catch(() => undefined)
    if (!result || !mayBeProcessed(result)) return result
    if (!(await retryDelay(result.retryAfterMs ?? askAgainMs, left).ended)) return undefined
  }
  return result && isRunning(result) ? undefined : result
}

type RetryDelay = {
  /** False when the page was left during the delay. */
  ended: Promise<boolean>
  /** Ends the delay at once. */
  endNow(): void
}

/**
 * Waits `ms`, or offline until the network is back, but no longer than `maxMs`. The network's return ends the
 * delay too.
 */
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
  return { ended: over, endNow: hurry }
}

/** State of an intent on a button that orders or pays. */
export type IntentProgress<Body> =
  | { state: 'idle' }
  /** Tapped offline: nothing was sent or will be. */
  | { state: 'offline' }
  /** `again`: not the first try. `isBusy`: so far each was refused because the shop is busy. */
  | { state: 'sending'; intent: Intent<Body>; again: boolean; isBusy: boolean }
  /** Waits before the next try. */
  | { state: 'waiting'; intent: Intent<Body>; isBusy: boolean }
  /** No more tries: the customer decides. */
  | { state: 'unanswered'; intent: Intent<Body> }
  /** The server is being asked about the outcome. */
  | { state: 'checking'; intent: Intent<Body> }
  /** The order was placed. `opens`: whether its page opens without a tap. */
  | { state: 'found'; intent: Intent<Body>; order: NonNullable<OrderKey['order']>; opens: boolean }
  /** Nothing was ordered or will be. `reason`: the shop's reason, if it gave one. */
  | { state: 'missing'; intent: Intent<Body>; reason: string | undefined }
  /** The customer has stopped it; the server has not confirmed that. */
  | { state: 'stopping'; intent: Intent<Body> }
  /** The server has closed its key. */
  | { state: 'stopped'; intent: Intent<Body> }
  /** Answered; the next page is opening. */
  | { state: 'leaving'; intent: Intent<Body> }
