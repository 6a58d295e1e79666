import type { ChannelOutage } from '../channel-outage.ts'

/** Sends one text message. Accepted does not mean delivered. */
export interface SmsSender {
  readonly name: string
  /** False where only registered texts may be sent and this one is not registered. */
  canSend(template: string): boolean
  send(message: SmsMessage): Promise<SmsResult>
  /** The balance of our account with the provider. */
  balance(): Promise<SmsBalance>
}

export type SmsBalance = { kind: 'known'; paise: number } | { kind: 'unknown'; message: string }

export type SmsMessage = {
  /** Ten digits, no country code. */
  mobile: string
  text: string
  /** The registered template of `text`, and the values for its gaps, in order. */
  template?: { name: string; values: readonly string[] }
}

/**
 * `rejected`: not sent, finally. `deferred`: certainly not sent, may be retried, after `waitMs` at
 * the earliest where the provider asks for a pause; `isTooSoon`: the number was sent another
 * message shortly before. `unknown`: it may have been sent, so it is never retried automatically.
 */
export type SmsResult =
  | { kind: 'accepted'; providerRef: string }
  | { kind: 'rejected'; message: string }
  | { kind: 'deferred'; message: string; waitMs?: number; stops?: ChannelOutage; isTooSoon?: true }
  | { kind: 'unknown'; message: string }
