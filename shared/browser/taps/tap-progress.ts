import type { OrderKey } from '../../contracts/order-keys.ts'
import type { Tap } from './kept-taps.ts'

/** State of a tap on a button that orders or pays. */
export type TapProgress<Body> =
  | { state: 'idle' }
  /** Tapped offline: nothing was sent, and nothing will be. */
  | { state: 'offline' }
  /** `again`: an earlier answer is missing. */
  | { state: 'sending'; tap: Tap<Body>; again: boolean }
  /** Pauses before the next try. */
  | { state: 'waiting'; tap: Tap<Body> }
  /** No more tries: the customer decides. */
  | { state: 'unanswered'; tap: Tap<Body> }
  /** The server is asked what became of it. */
  | { state: 'checking'; tap: Tap<Body> }
  /** The order was placed. `opens`: whether its page opens without a tap. */
  | { state: 'found'; tap: Tap<Body>; order: NonNullable<OrderKey['order']>; opens: boolean }
  /** Nothing was ordered, and nothing will be. `why`: the shop's reason, if it gave one. */
  | { state: 'missing'; tap: Tap<Body>; why: string | undefined }
  /** The customer has stopped it; the server has not confirmed that. */
  | { state: 'stopping'; tap: Tap<Body> }
  /** The server has closed its key. */
  | { state: 'stopped'; tap: Tap<Body> }
  /** Answered; the next page is opening. */
  | { state: 'leaving'; tap: Tap<Body> }
