import * as z from 'zod'
import { Faults } from '../wire/faults.ts'

/** Settings of both the SMS and the mail simulator. */
const common = {
  next: Faults.optional(),
  delayMs: z.number().int().min(0).optional(),
  reset: z.enum(['faults', 'all']).optional(),
}

export const MailCommand = z.strictObject({
  ...common,
  /** The SMTP port is closed. */
  down: z.boolean().optional(),
  /** The greeting to every connection: 421 or 554. Null: accepts. */
  greeting: z
    .union([z.literal(421), z.literal(554)])
    .nullable()
    .optional(),
})

const SmsSettings = z.strictObject({
  delayMs: z.number().int().min(0),
  replyDelayMs: z.number().int().min(0),
  /** The error texts repeat the key. */
  leakKey: z.boolean(),
  /** A second message to a number within this time is spam (995). 0: never. */
  spamWindowMs: z.number().int().min(0),
  /** Errors have HTTP status 400 and 401. Off: 200. */
  errorHttpStatus: z.boolean(),
  /**
   * What the account still needs: its first payment (999 for everything), or its documents (996 for codes).
   */
  account: z.enum(['open', 'unpaid', 'unverified']),
  /** The balance of the account's wallet; too little answers 416. */
  balancePaise: z.number().int(),
  /**
   * The texts of registered templates by message id, with {#var#} as placeholders; others are not checked.
   */
  templates: z.record(z.string(), z.string()),
})
export type SmsSettings = z.output<typeof SmsSettings>

export const defaultSms: SmsSettings = {
  delayMs: 0,
  replyDelayMs: 0,
  leakKey: false,
  spamWindowMs: 5 * 60_000,
  errorHttpStatus: true,
  account: 'open',
  balancePaise: 10_000_000,
  templates: {},
}

export const SmsCommand = z.strictObject({
  ...SmsSettings.partial().shape,
  next: common.next,
  reset: common.reset,
})
