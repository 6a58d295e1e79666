import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/** What was delivered with an order to be read: its lines by their labels, never what they say. */
export const VaultView = z.array(
  z.object({
    label: z.string(),
    /** When it was first opened; absent while nobody has. */
    revealedAt: z.optional(isoTime()),
  }),
)
export type VaultView = z.output<typeof VaultView>

/** The longest label, and the longest text of a line. */
export const vaultLimits = { label: 40, value: 500, secrets: 10 } as const

/** Without control characters, line breaks among them. */
const lineText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}]+$/u, 'must be one line'))

/** What a person who delivers by hand hands over. */
export const DeliveredCodes = z
  .array(z.strictObject({ label: lineText(vaultLimits.label), value: lineText(vaultLimits.value) }))
  .check(z.minLength(1), z.maxLength(vaultLimits.secrets))

/** One look at one line, as its owner is shown it. */
const Reveal = z.object({
  at: isoTime(),
  secret: z.number(),
  label: z.string(),
  /** Browser and system, or empty. */
  device: z.string(),
  /** The network, without its last part, or empty. */
  address: z.string(),
})
export type Reveal = z.output<typeof Reveal>

const Revealed = z.object({
  label: z.string(),
  value: z.string(),
  /** Who looked at this order's lines, the latest first, this look among them; 20 at most. */
  reveals: z.array(Reveal),
})
export type Revealed = z.output<typeof Revealed>

/** Takes no `Idempotency-Key`: an answer kept under one would lie open, and each answer that leaves us is a look. */
export const revealSecret = route({
  method: 'POST',
  path: '/order/reveal',
  auth: 'session',
  summary: 'Open one line of what was delivered with an own order; each look is written down',
  body: z.strictObject({
    client_txn_id: clientTxnId(),
    /** Its place among the order's lines, from 0. */
    secret: z.number().check(z.int(), z.gte(0), z.lte(99)),
  }),
  result: Revealed,
  errors: ['not_found', 'secrets_unavailable', 'order_changed', 'contact_frozen', 'too_many_requests'],
  errorField: 'message',
})
