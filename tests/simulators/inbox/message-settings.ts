import * as z from 'zod'
import { Faults } from '../wire/faults.ts'

/** What both the SMS and the mail stand-in can be told. */
const common = {
  next: Faults.optional(),
  delayMs: z.number().int().min(0).optional(),
  reset: z.enum(['faults', 'all']).optional(),
}

export const MailCommand = z.strictObject({
  ...common,
  /** Nobody listens at the SMTP port. */
  down: z.boolean().optional(),
  /** What the server says to everyone who connects: 421 or 554. Null: welcome. */
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
  /** A second message to a number within so long is spamming (995). 0: never. */
  spamWindowMs: z.number().int().min(0),
  /** Errors come under HTTP 400 and 401. Off: under 200. */
  errorHttpStatus: z.boolean(),
  /** What the account still lacks: its first payment (999 for everything), or its papers (996 for codes). */
  account: z.enum(['open', 'unpaid', 'unverified']),
  /** What is in the account's wallet; too little answers 416. */
  balancePaise: z.number().int(),
  /** The texts of registered templates by message id, with {#var#} for the gaps; others are taken unseen. */
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
