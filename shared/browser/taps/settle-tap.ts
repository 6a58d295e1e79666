import type { OrderKey } from '../../contracts/order-keys.ts'
import { dropTap, keepTap, keptTaps, type Tap } from './kept-taps.ts'
import { startPause } from './start-pause.ts'
import type { TapProgress } from './tap-progress.ts'

/** The server's calls about a key. */
export type KeyCalls = {
  lookUp(key: string): Promise<OrderKey>
  close(key: string): Promise<OrderKey>
}

export type Settling<Body> = {
  place: string
  keys: KeyCalls
  left: AbortSignal
  show(progress: TapProgress<Body>): void
}

/**
 * Asks what became of a tap; never orders. `isByHand`: closes a key without an order, so that "it did not go through"
 * stays true. Otherwise only reads.
 */
export async function checkTap<Body>(
  tap: Tap<Body>,
  settling: Settling<Body>,
  isByHand: boolean,
): Promise<void> {
  const { place, keys, left, show } = settling
  show({ state: 'checking', tap })
  const known = await answerTo(() => keys.lookUp(tap.key), left)
  const isOpen = known?.state === 'unknown' || known?.state === 'not_placed'
  const news = isOpen && isByHand ? await answerTo(() => keys.close(tap.key), left) : known
  if (!news || news.state === 'unknown' || news.state === 'not_placed')
    return show({ state: 'unanswered', tap })
  dropTap(place, tap.key)
  if (news.order) show({ state: 'found', tap, order: news.order, opens: true })
  else show({ state: 'missing', tap, why: news.message })
}

/**
 * "Don't order": kept on this device until the server has closed the key. Shows the order when it was placed already.
 * `isQuiet`: shows nothing when the key is closed.
 */
export async function stopTap<Body>(
  tap: Tap<Body>,
  { place, keys, left, show }: Settling<Body>,
  isQuiet: boolean,
): Promise<void> {
  keepTap(place, { ...tap, open: true, stop: true })
  show({ state: 'stopping', tap })
  while (isStillStopped(place, tap)) {
    const news = await answerTo(() => keys.close(tap.key), left)
    if (news) {
      dropTap(place, tap.key)
      return show(
        news.order
          ? { state: 'found', tap, order: news.order, opens: !isQuiet }
          : isQuiet
            ? { state: 'idle' }
            : { state: 'stopped', tap },
      )
    }
    if (!(await startPause(stopAgainMs, left).over)) return
  }
}

/** Undoes "Don't order" while the server has not confirmed it. */
export function keepAgain<Body>(place: string, { stop: _, ...tap }: Tap<Body>): void {
  keepTap(place, tap)
}

const stopAgainMs = 5_000
const triesWhileRunning = 5

const isStillStopped = (place: string, { key }: Tap<unknown>): boolean =>
  keptTaps(place).some((kept) => kept.key === key && kept.stop)

/** @returns undefined without an answer, or when the request is still being processed after all tries */
async function answerTo(ask: () => Promise<OrderKey>, left: AbortSignal): Promise<OrderKey | undefined> {
  for (let tries = 0; tries < triesWhileRunning; tries += 1) {
    const news = await ask().catch(() => undefined)
    if (news?.state !== 'running') return news
    if (!(await startPause(news.retryAfterMs ?? stopAgainMs, left).over)) return undefined
  }
  return undefined
}
