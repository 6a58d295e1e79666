import * as z from 'zod/mini'
import { clientTxnId, idText, isoTime, wireDate } from './fields.ts'
import { ListCount, pageQuery, searchText } from './list-queries.ts'
import { isIntegerPaise } from './money.ts'
import { GatewayCheck, TopUpState } from './order-state.ts'
import { route } from './route.ts'

export const walletStatuses = ['Created', 'Processing', 'Success', 'Failed', 'Refunded'] as const
export const WalletStatus = z.enum(walletStatuses)

/** A wallet transaction as its owner sees it: `amount` in rupees, always positive. */
export const WalletTransaction = z.object({
  txnid: z.string(),
  type: z.enum(['Credit', 'Debit']),
  status: WalletStatus,
  amount: z.number(),
  orderid: z.string(),
  userid: z.string(),
  useremail: z.string(),
  createdAt: isoTime(),
  updatedAt: isoTime(),
  /** What it was for, in a few words. */
  note: z.string(),
  /**
   * Rupees in the wallet after this transaction; absent before money has moved, or where it is not
   * known.
   */
  balanceAfter: z.optional(z.number()),
  /** When it moved: for a top-up later than `createdAt`. */
  movedAt: z.optional(isoTime()),
  revision: z.number(),
  /** The state of a top-up; absent from every other transaction. */
  state: z.optional(TopUpState),
})
export type WalletTransaction = z.output<typeof WalletTransaction>

export const walletBalance = route({
  method: 'GET',
  path: '/wallet/getbalance/:userid',
  auth: 'session',
  summary: 'A wallet’s balance in rupees',
  params: z.strictObject({ userid: idText() }),
  result: z.object({ balance: z.number() }),
  errors: ['not_found'],
  errorField: 'message',
})

/** Filters of a wallet's transactions: a part of their id, the status as shown, credit or debit. */
const lineFilters = {
  q: searchText(),
  status: z.optional(WalletStatus),
  type: z.optional(z.enum(['Credit', 'Debit'])),
}

export const walletTransactions = route({
  method: 'GET',
  path: '/wallet/gettransactions/:userid',
  auth: 'session',
  summary: 'A wallet’s transactions, newest first',
  params: z.strictObject({ userid: idText() }),
  query: z.strictObject({ ...pageQuery, ...lineFilters }),
  result: z.array(WalletTransaction),
  errors: ['not_found'],
  errorField: 'message',
})

export const walletCount = route({
  method: 'GET',
  path: '/wallet/gettransactions/:userid/count',
  auth: 'session',
  summary: 'How many transactions a wallet has, and how many of them match',
  params: z.strictObject({ userid: idText() }),
  query: z.strictObject(lineFilters),
  result: ListCount,
  errors: ['not_found'],
  errorField: 'message',
})

export const walletMonth = route({
  method: 'GET',
  path: '/wallet/month/:userid',
  auth: 'session',
  summary: 'Rupees added to and spent from a wallet since the month began in India',
  params: z.strictObject({ userid: idText() }),
  result: z.object({ added: z.number(), spent: z.number() }),
  errors: ['not_found'],
  errorField: 'message',
})

export const topUp = route({
  method: 'POST',
  path: '/wallet/topup',
  auth: 'session',
  summary: 'Start a wallet top-up by UPI',
  body: z.strictObject({
    value: z
      .number('Please enter a valid amount.')
      .check(
        z.gte(1, 'Please enter a valid amount.'),
        z.lte(100_000, 'At most ₹1,00,000 at once.'),
        z.refine(isIntegerPaise, 'must have at most two decimals'),
      ),
    userid: idText(),
  }),
  result: z.object({ data: z.object({ payment_url: z.string(), client_txn_id: z.string() }) }),
  errors: [
    'amount_invalid',
    'not_found',
    'payment_rejected',
    'payment_unavailable',
    'upi_paused',
    'too_many_unpaid',
  ],
  errorField: 'message',
  idempotent: true,
})

export const topUpStatus = route({
  method: 'POST',
  path: '/wallet/txnstatus',
  auth: 'session',
  summary: 'Check whether a top-up’s payment has arrived',
  body: z.strictObject({ client_txn_id: clientTxnId(), date: wireDate() }),
  result: z.object({
    data: z.object({
      txnid: z.string(),
      status: WalletStatus,
      amount: z.number(),
      createdAt: isoTime(),
      payBefore: isoTime(),
      upi_txn_id: z.string(),
      revision: z.number(),
      state: z.optional(TopUpState),
      asked: z.optional(GatewayCheck),
    }),
  }),
  errors: ['not_found'],
  errorField: 'message',
})
