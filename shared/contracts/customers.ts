import * as z from 'zod/mini'
import { OpenSession } from './accounts.ts'
import { WalletTransactionRow, walletTransactionFilters } from './admin-lists.ts'
import { idText, isoTime, shortText, userId } from './fields.ts'
import { pageCursors, paginatedListQuery } from './list-queries.ts'
import { ticketIssues, ticketResolutions } from './order-ticket.ts'
import { OrderStatusWord } from './orders.ts'
import { route } from './route.ts'
import { AdminUser } from './users.ts'

const ofCustomer = z.strictObject({ id: userId() })

/**
 * Totals in rupees of the counted orders; `hasMore`: there are more orders, and the totals are
 * incomplete.
 */
const CustomerOrders = z.object({
  count: z.number(),
  hasMore: z.boolean(),
  refunded: z.number(),
  /** Of completed orders, less refunds of units that did not arrive. */
  spent: z.number(),
  /** Of paid orders that are not delivered yet. */
  held: z.number(),
})

export const customer = route({
  method: 'GET',
  path: '/admin/customers/:id',
  auth: { permission: 'customers.view' },
  summary: 'One customer: account, wallet, points and orders. The view is recorded in the audit log',
  params: ofCustomer,
  result: z.object({
    user: AdminUser,
    /** The last use of a stored session, to within five minutes; null where there is none. */
    lastSeenAt: z.nullable(isoTime()),
    points: z.number(),
    orders: CustomerOrders,
    /** Rupees that the caller may add to this wallet per day without approval. */
    approvalAbove: z.number(),
  }),
  errors: ['not_found'],
  errorField: 'message',
  noStore: true,
})

export const customerWallet = route({
  method: 'GET',
  path: '/admin/customers/:id/wallet',
  auth: { permission: 'customers.view' },
  summary: 'A page of a customer’s wallet transactions, each with the balance after it',
  params: ofCustomer,
  query: z.strictObject({ ...paginatedListQuery(), ...walletTransactionFilters }),
  result: z.object({
    transactions: z.array(WalletTransactionRow),
    totalItems: z.number(),
    hasMore: z.boolean(),
    ...pageCursors,
  }),
  errors: ['page_too_deep'],
  errorField: 'message',
})

export const customerStatement = route({
  method: 'GET',
  path: '/admin/customers/:id/statement',
  auth: { permission: 'customers.view' },
  summary: 'Whether a wallet’s balance equals the sum of its ledger entries, both read at one moment',
  params: ofCustomer,
  /**
   * Rupees. `isComplete`: all entries were added up; a wallet with very many is left to the nightly
   * check.
   */
  result: z.object({
    balance: z.number(),
    sum: z.number(),
    entries: z.number(),
    isComplete: z.boolean(),
  }),
  errors: ['not_found'],
  errorField: 'message',
})

/** A player, account or address that a customer bought for. */
export const UsedPlayer = z.object({
  productid: z.string(),
  productname: z.string(),
  imgpath: z.string(),
  input1: z.string(),
  input2: z.string(),
  /** The player's name that the supplier reported last, or empty. */
  username: z.string(),
  orders: z.number(),
  lastUsedAt: isoTime(),
  lastOrder: z.string(),
  /** Other customers among the latest orders for the same id. */
  others: z.array(z.object({ _id: z.string(), name: z.string(), orders: z.number() })),
})
export type UsedPlayer = z.output<typeof UsedPlayer>

export const customerPlayers = route({
  method: 'GET',
  path: '/admin/customers/:id/players',
  auth: { permission: 'customers.view' },
  summary:
    'The ids that a customer bought for, the last used first, 50 at most, from their latest 2,000 orders',
  params: ofCustomer,
  /** `hasMore`: there are older orders, or more ids, than these. */
  result: z.object({ ids: z.array(UsedPlayer), hasMore: z.boolean() }),
  errors: ['not_found'],
  errorField: 'message',
})

export const customerSessions = route({
  method: 'GET',
  path: '/admin/customers/:id/sessions',
  auth: { permission: 'customers.view' },
  summary: 'A customer’s sessions, the last used first; twenty at most',
  params: ofCustomer,
  result: z.object({ sessions: z.array(OpenSession) }),
  errors: ['not_found'],
  errorField: 'message',
})

export const revokeCustomerSessions = route({
  method: 'POST',
  path: '/admin/customers/:id/sessions/revoke',
  auth: { permission: 'customers.edit' },
  summary: 'Revoke one or all sessions of a customer, including a sign-in in progress',
  params: ofCustomer,
  body: z.strictObject({
    /** A session's id; without it all sessions. */
    session: z.optional(idText()),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  /** How many ended; a repeat ends none. */
  result: z.object({ ended: z.number() }),
  errors: ['not_found', 'role_not_permitted'],
  errorField: 'message',
})

export const sendPasswordReset = route({
  method: 'POST',
  path: '/admin/customers/:id/password-reset',
  auth: { permission: 'customers.edit' },
  summary: 'Mail a password reset link to the account’s address',
  params: ofCustomer,
  body: z.strictObject({}),
  result: z.object({ message: z.string() }),
  errors: ['not_found', 'role_not_permitted', 'customer_blocked'],
  errorField: 'message',
  idempotent: true,
})

export const CustomerTicket = z.object({
  orderid: z.string(),
  itemname: z.string(),
  orderStatus: OrderStatusWord,
  status: z.enum(['open', 'resolved']),
  issue: z.enum(ticketIssues),
  note: z.string(),
  openedAt: isoTime(),
  replyDueAt: isoTime(),
  resolution: z.nullable(
    z.object({
      kind: z.enum(ticketResolutions),
      text: z.string(),
      at: isoTime(),
      /** The admin's name. */
      by: z.string(),
    }),
  ),
})
export type CustomerTicket = z.output<typeof CustomerTicket>

export const customerTickets = route({
  method: 'GET',
  path: '/admin/customers/:id/tickets',
  auth: { permission: 'customers.view' },
  summary: 'What a customer reported as not received, the latest first; 100 at most',
  params: ofCustomer,
  result: z.object({ tickets: z.array(CustomerTicket) }),
  errors: ['not_found'],
  errorField: 'message',
})

/** A note of an admin for admins; never changed. */
export const CustomerNote = z.object({ id: z.string(), at: isoTime(), by: z.string(), text: z.string() })
export type CustomerNote = z.output<typeof CustomerNote>

export const customerNotes = route({
  method: 'GET',
  path: '/admin/customers/:id/notes',
  auth: { permission: 'customers.view' },
  summary: 'Admins’ notes about a customer, the latest first; 200 at most',
  params: ofCustomer,
  result: z.object({ notes: z.array(CustomerNote) }),
  errors: ['not_found'],
  errorField: 'message',
})

export const addCustomerNote = route({
  method: 'POST',
  path: '/admin/customers/:id/notes',
  auth: { permission: 'customers.view' },
  summary: 'Add a note about a customer, visible to admins only',
  params: ofCustomer,
  body: z.strictObject({ text: shortText(1_000) }),
  result: CustomerNote,
  errors: ['not_found'],
  errorField: 'message',
  idempotent: true,
})
