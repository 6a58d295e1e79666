import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/**
 * What operations should know: something at a supplier that keeps us from selling, or what keeps customers waiting.
 * `price_changed`: it charges more than its list says; `fields_changed`: it asks for other account fields than the
 * product page has; `check_trouble`: it answers the check of ids with something that isn't about the player;
 * `balance_low`: the account has fallen below its alarm.
 * `messages_wait`: no message of one way goes out, `mail` or `sms` as `account`. `rule_broken`: an order, its id as
 * `supplierItemId`, breaks a rule that must always hold. `cost_too_far`: a pack took coins that its list price does
 * not explain, so that nothing was learned; `cost_differs`: it took other coins than were known. The two of `ticket_…` are about a report of a
 * customer, with its order's id as `supplierItemId`: its 48 hours near their end, or are over.
 */
export const SupplyAlert = z.object({
  kind: z.enum([
    'price_changed',
    'fields_changed',
    'check_trouble',
    'balance_low',
    'messages_wait',
    'ticket_ending',
    'ticket_over',
    'rule_broken',
    'cost_too_far',
    'cost_differs',
  ]),
  /** The supplier account, e.g. `SMILEBR`, or the way of messages. */
  account: z.string(),
  /** The supplier's id of the pack, and its name there; empty where the whole account is concerned. */
  supplierItemId: z.string(),
  name: z.string(),
  /** By how many per cent the supplier's price is above its list; 0 where it isn't about a price. */
  marginLost: z.number(),
  detail: z.string(),
  /** How many sales or checks it stopped since `firstAt`. */
  count: z.number(),
  firstAt: isoTime(),
  lastAt: isoTime(),
})
export type SupplyAlert = z.output<typeof SupplyAlert>

export const supplyAlerts = route({
  method: 'GET',
  path: '/admin/alerts',
  auth: { permission: 'suppliers.view' },
  summary: 'What suppliers stopped from being sold in the last 24 hours',
  result: z.array(SupplyAlert),
  errors: [],
  errorField: 'message',
})
