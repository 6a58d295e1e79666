import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/** The secrets delivered with an order: the label of each, never its value. */
export const VaultView = z.array(
  z.object({
    label: z.string(),
    /** When it was first revealed; absent before. */
    revealedAt: z.optional(isoTime()),
    /** When an admin last replaced it, before it was revealed; absent when none did. */
    replacedAt: z.optional(isoTime()),
  }),
)
export type VaultView = z.output<typeof VaultView>

/** The longest label, and the longest value of a secret. */
export const vaultLimits = { label: 40, value: 500, secrets: 10 } as const

/** Without control characters, line breaks among them. */
const lineText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}]+$/u, 'must be one line'))

/** The value of a secret. */
export const CodeValue = lineText(vaultLimits.value)

/** The secrets of a manual delivery. */
export const DeliveredCodes = z
  .array(z.strictObject({ label: lineText(vaultLimits.label), value: CodeValue }))
  .check(z.minLength(1), z.maxLength(vaultLimits.secrets))

/** The index of a secret among those of its order, from 0. */
export const SecretIndex = z.number().check(z.int(), z.gte(0), z.lte(99))

/** One reveal of one secret, as its owner sees it. */
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
  /** The reveals of this order's secrets, the latest first, including this one; 20 at most. */
  reveals: z.array(Reveal),
})
export type Revealed = z.output<typeof Revealed>

/**
 * Takes no `Idempotency-Key`: a reply recorded under one would be stored unencrypted, and each
 * reply counts as a reveal.
 */
export const revealSecret = route({
  method: 'POST',
  path: '/order/reveal',
  auth: 'session',
  summary: 'Reveal one secret delivered with one’s order; each reveal is recorded',
  body: z.strictObject({
    client_txn_id: clientTxnId(),
    secret: SecretIndex,
  }),
  result: Revealed,
  errors: [
    'not_found',
    'secrets_unavailable',
    'secrets_deleted',
    'order_changed',
    'contact_frozen',
    'too_many_requests',
  ],
  errorField: 'message',
})
