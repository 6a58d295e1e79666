import type { ChannelOutage } from '../channel-outage.ts'

/** Sends one text message. Accepted is not delivered. */
export interface SmsSender {
  readonly name: string
  /** False where only registered texts may go out, and this one is not registered. */
  canSend(template: string): boolean
  send(message: SmsMessage): Promise<SmsResult>
  /** What is left in our account with the provider. */
  balance(): Promise<SmsBalance>
}

export type SmsBalance = { kind: 'known'; paise: number } | { kind: 'unknown'; message: string }

export type SmsMessage = {
  /** Ten digits, no country code. */
  mobile: string
  text: string
  /** The registered text that `text` was made from, and what was put into its gaps, in their order. */
  template?: { name: string; values: readonly string[] }
}

/**
 * `refused`: not sent, and never will be. `later`: certainly not sent, and may pass later, after `waitMs` at the
 * earliest where the provider asks for a pause; `isTooSoon`: the number was sent another message a moment ago.
 * `unknown`: it may have gone out, so it is never sent again by itself.
 */
export type SmsResult =
  | { kind: 'accepted'; providerRef: string }
  | { kind: 'rejected'; message: string }
  | { kind: 'deferred'; message: string; waitMs?: number; stops?: ChannelOutage; isTooSoon?: true }
  | { kind: 'unknown'; message: string }
