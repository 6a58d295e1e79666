import type { OrderKey } from '../../contracts/order-keys.ts'
import { removeIntent, storeIntent, storedIntents, type Intent } from './stored-intents.ts'
import { retryDelay } from './start-pause.ts'
import type { IntentProgress } from './intent-progress.ts'

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
