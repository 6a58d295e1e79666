import type { OrderKey } from '../../contracts/order-keys.ts'
import type { Intent } from './stored-intents.ts'

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
