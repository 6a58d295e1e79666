import * as z from 'zod'
import { Fault, Faults } from '../wire/faults.ts'
import { WebhookSettings } from '../wire/webhook-sender.ts'

const Statuses = z.array(z.string().min(1)).min(1)

/** The special behaviour of a player, identified by the first account field of an order. */
export const MooGoldPlayer = z.strictObject({
  /** The order's statuses, one per lookup; the last one stays. */
  statuses: Statuses.optional(),
  refuse: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  outcome: Fault.shape.outcome.removeDefault().optional(),
  /** `refuse` and `outcome` apply only to the first attempt of each partnerOrderId. */
  firstAttemptOnly: z.boolean().default(false),
  /** The codes that are delivered (`voucher_code`). */
  codes: z.array(z.string()).optional(),
  /** The player check fails. */
  invalid: z.boolean().default(false),
})
export type MooGoldPlayer = z.output<typeof MooGoldPlayer>

const usual = { firstAttemptOnly: false, invalid: false }

export const defaultMooGoldPlayers: Record<string, MooGoldPlayer> = {
  '20000001': { ...usual, statuses: ['processing', 'incorrect-details'] },
  '20000002': { ...usual, statuses: ['processing', 'refunded'] },
  '20000003': { ...usual, refuse: { code: '118', message: 'This product is blocked' } },
  '20000004': { ...usual, outcome: 'timeout_accepted' },
  '20000005': { ...usual, outcome: 'timeout_lost', firstAttemptOnly: true },
  '20000006': { ...usual, statuses: ['processing', 'sending', 'sending', 'sending', 'sending', 'completed'] },
  '20000007': { ...usual, refuse: { code: '111', message: 'Insufficient balance' }, firstAttemptOnly: true },
  '20000008': { ...usual, invalid: true },
  '20000009': { ...usual, statuses: ['processing', 'on-hold', 'completed'] },
  '20000010': { ...usual, codes: ['X7KQ2-M4TDV-9PRHC', 'B3WZN-8YTR6-KLM2P'] },
}

export const mooGoldTriggers = [
  ['20000001', 'is ordered for, then told to be wrong (incorrect-details): the money stays at MooGold'],
  ['20000002', 'is ordered for, then refunded by MooGold'],
  ['20000003', 'is refused at once (118)'],
  ['20000004', 'is ordered for, but the reply never comes'],
  ['20000005', 'the first attempt of an order is lost without a reply'],
  ['20000006', 'stays "sending" for four look-ups'],
  ['20000007', 'the first attempt is refused: too little balance (111)'],
  ['20000008', 'does not exist, says the player check'],
  ['20000009', 'goes through a status that nobody has heard of'],
  ['20000010', 'gets two codes to read'],
  ['any other', 'is processing at the first look-up and completed at the second'],
] as const

export const MooGoldSettings = z.strictObject({
  delayMs: z.number().int().min(0),
  replyDelayMs: z.number().int().min(0),
  /** The statuses of every new order, one per lookup; the last one stays. */
  statuses: Statuses,
  /** Statuses advance by themselves at this interval; null: by lookups. */
  advanceMs: z.number().int().min(1).nullable(),
  /** The HTTP status of errors; null: the documented one of each (403, 419…), else 200. */
  errorHttpStatus: z.number().int().min(200).max(599).nullable(),
  /** Errors are inside `data`. */
  errorInData: z.boolean(),
  /** The maximum age of a timestamp; the vendor's own tolerance isn't documented. */
  timeWindowS: z.number().int().min(1),
  /** `variation_price` as text instead of a number. */
  priceAsText: z.boolean(),
  /** The account's fields per product page, where they differ from the catalogue's. */
  fields: z.record(z.string(), z.array(z.string().min(1))),
  /** The forms of create_order's reply that clients have reported. */
  createReply: z.enum(['documented', 'top_level', 'string_status']),
  echoPartnerId: z.boolean(),
  /** `success`: found players have that status instead of `true`. */
  validate: z.enum(['on', 'success', 'no_route', 'not_available', 'kindly_contact']),
  /** The currency of the account's balance. */
  currency: z.string(),
  /** The error texts repeat the account's secret. */
  leakKey: z.boolean(),
  webhook: WebhookSettings,
})
export type MooGoldSettings = z.output<typeof MooGoldSettings>

export const defaultMooGoldSettings: MooGoldSettings = {
  delayMs: 0,
  replyDelayMs: 0,
  statuses: ['processing', 'completed'],
  advanceMs: null,
  errorHttpStatus: null,
  errorInData: false,
  timeWindowS: 300,
  priceAsText: false,
  fields: {},
  createReply: 'documented',
  echoPartnerId: false,
  validate: 'on',
  currency: 'USD',
  leakKey: false,
  webhook: { lost: false, copies: 1, lateMs: 0, beforeReply: false, retryMs: 60_000 },
}

export const MooGoldCommand = MooGoldSettings.partial().extend({
  webhook: WebhookSettings.partial().optional(),
  next: Faults.optional(),
  /** USD. */
  balance: z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/)
    .optional(),
  /** Another account that may call, and does not see the others' orders. */
  addAccount: z.strictObject({ partnerId: z.string().min(1), secret: z.string().min(1) }).optional(),
  users: z.record(z.string(), MooGoldPlayer).optional(),
  /** Sets the status of one order, with a callback. Named by MooGold's id or by ours. */
  setStatus: z
    .strictObject({
      order_id: z.number().optional(),
      partnerOrderId: z.string().optional(),
      status: z.string(),
    })
    .optional(),
  reset: z.enum(['faults', 'all']).optional(),
})
