/** Sends one text message. Accepted is not delivered; `unknown` is never re-sent by itself. */
export interface SmsSender {
  readonly name: string
  /** @param mobile ten digits, no country code */
  send(message: { mobile: string; text: string }): Promise<SmsResult>
}

export type SmsResult =
  | { kind: 'accepted'; providerRef: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; message: string }
