import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/**
 * Alerts for operations: a problem at a supplier that prevents sales, or that keeps customers
 * waiting. `price_changed`: it charges more than its list price; `fields_changed`: it requires
 * other account fields than the product page has; `check_trouble`: it answers the check of ids with
 * an error that is not about the player; `balance_low`: the account has fallen below its alert
 * level. `messages_wait`: a channel sends no messages, `mail` or `sms` as `account`. `rule_broken`:
 * an order, its id as `supplierItemId`, violates an invariant. `cost_too_far`: a unit cost coins
 * that its list price does not explain, so nothing was learned; `cost_differs`: its cost differs
 * from the known one. `ticket_ending` and `ticket_over`: a customer's ticket, its order's id as
 * `supplierItemId`, is near or past its deadline of 48 hours. `shop_busy`: orders were refused
 * because more came than can be placed. `backup_overdue`: the last backup is older than 26 hours.
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
    'shop_busy',
    'backup_overdue',
  ]),
  /** The supplier account, e.g. `SMILEBR`, or the notification channel. */
  account: z.string(),
  /**
   * The supplier's id of the product, and its name there; empty where the whole account is
   * concerned.
   */
  supplierItemId: z.string(),
  name: z.string(),
  /**
   * By how many percent the supplier's price is above its list; 0 where it is not about a price.
   */
  marginLost: z.number(),
  detail: z.string(),
  /** How many sales or checks it prevented since `firstAt`. */
  count: z.number(),
  firstAt: isoTime(),
  lastAt: isoTime(),
})
export type SupplyAlert = z.output<typeof SupplyAlert>

export const supplyAlerts = route({
  method: 'GET',
  path: '/admin/alerts',
  auth: { permission: 'suppliers.view' },
  summary: 'Alerts of the last 24 hours about suppliers and notifications',
  result: z.array(SupplyAlert),
  errors: [],
  errorField: 'message',
})
