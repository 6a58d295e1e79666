import type { OrderKey } from '../../contracts/order-keys.ts'
import type { Tap } from './kept-taps.ts'

/** How far a tap on a button that orders or pays has got. */
export type TapProgress<Body> =
  | { state: 'idle' }
  /** Was tapped without a network: nothing was sent, and nothing will be. */
  | { state: 'offline' }
  /** `again`: an answer was missing before. */
  | { state: 'sending'; tap: Tap<Body>; again: boolean }
  /** Asks again by itself after a pause. */
  | { state: 'waiting'; tap: Tap<Body> }
  /** Was asked for long enough: the customer says what now. */
  | { state: 'unanswered'; tap: Tap<Body> }
  /** The server is asked what became of it. */
  | { state: 'checking'; tap: Tap<Body> }
  /** Its order is there; `opens`: its page by itself, unless something else is being filled in. */
  | { state: 'found'; tap: Tap<Body>; order: NonNullable<OrderKey['order']>; opens: boolean }
  /** Nothing was ordered, nor will be: `why` where the shop has said so. */
  | { state: 'missing'; tap: Tap<Body>; why: string | undefined }
  /** The customer does not want it any more; the server has to hear of that. */
  | { state: 'stopping'; tap: Tap<Body> }
  /** The server has heard it. */
  | { state: 'stopped'; tap: Tap<Body> }
  /** Was answered, and the page that it leads to is opening. */
  | { state: 'leaving'; tap: Tap<Body> }
