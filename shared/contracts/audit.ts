import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What people with power do, and looks at what was delivered to be read, that is written down. */
export const auditActs = [
  'user.update',
  'user.create',
  'sessions.end',
  'balance.adjust',
  'balance.ask',
  'balance.approve',
  'balance.refuse',
  'admin.ask',
  'admin.approve',
  'admin.refuse',
  'factor.on',
  'factor.off',
  'factor.renew',
  'factor.reset',
  'vault.look',
  'product.create',
  'product.update',
  'product.delete',
  'item.create',
  'item.update',
  'item.delete',
  'image.upload',
  'image.delete',
] as const

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** One row of the log: `before` and `after` have what changed and nothing else. */
export const AuditRow = z.object({
  id: z.string(),
  at: isoTime(),
  /** The admin's name, and `_id`. */
  by: z.string(),
  byId: z.string(),
  act: z.enum(auditActs),
  before: Facts,
  after: Facts,
  why: z.string(),
  /** The address that it was done from. */
  from: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>
