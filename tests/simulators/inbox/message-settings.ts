import * as z from 'zod'
import { Faults } from '../wire/faults.ts'

/** What the SMS and mail stand-ins can be told. */
export const MessageCommand = z.strictObject({
  next: Faults.optional(),
  delayMs: z.number().int().min(0).optional(),
  /** The error texts repeat the key. */
  leakKey: z.boolean().optional(),
  reset: z.enum(['faults', 'all']).optional(),
})
