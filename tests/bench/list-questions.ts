import { listAllOrders, listAllTransactions } from '@jhatpat/shared/domain/back-office/index.ts'
import { listUsers } from '@jhatpat/shared/domain/customers/index.ts'
import { countListed, listOrders, OrderModel, orderStats } from '@jhatpat/shared/domain/orders/index.ts'
import { listTransactions } from '@jhatpat/shared/domain/wallet/index.ts'
import type { SliceQuery } from '@jhatpat/shared/platform/paginated-list.ts'
import type { Question } from './question.ts'
import { staffQuestions } from './staff-queries.ts'

type Orders = Parameters<typeof listAllOrders>[1]

const owner = { role: 'admin' } as const
type Lines = Parameters<typeof listAllTransactions>[0]

const istDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** All queries that are measured in the small shop and in the large one. */
export async function listQuestions(): Promise<Question[]> {
  const [middle, userCursor] = await Promise.all([deepCursor(), deepUserCursor()])
  const [sample] = await OrderModel.find({ paymentmode: 'upi', status: 'Completed' }).limit(1).lean()
  if (!sample) throw new Error('the shop is empty')
  const orders = (name: string, asked: Orders & SliceQuery): Question => ({
    name: `orders, ${name}`,
    collection: 'orders',
    ask: async () => (await listAllOrders(owner, asked)).transactions.length,
  })
  const lines = (name: string, asked: Lines & SliceQuery): Question => ({
    name: `wallet, ${name}`,
    collection: 'wallet_transactions',
    ask: async () => (await listAllTransactions(asked)).transactions.length,
  })
  const users = (name: string, asked: Parameters<typeof listUsers>[0]): Question => ({
    name: `users, ${name}`,
    collection: 'users',
    ask: async () => (await listUsers(asked)).users.length,
  })
  return [
    orders('first page', {}),
    orders('deep cursor', { cursor: middle }),
    orders('dearest', { sort: '-value' }),
    orders('rare status', { status: 'Cancelled' }),
    orders('status and payment', { status: 'Refunded', paymentmode: 'wallet' }),
    orders('days', { from: istDay(300), to: istDay(1) }),
    orders('amounts', { min: 100, max: 200 }),
    orders('pasted order id', { q: sample._id }),
    orders('pasted bank reference', { q: sample.payment?.captures[0]?.bankReference }),
    orders('pasted e-mail', { q: sample.customer.email }),
    orders('pasted mobile', { q: sample.customer.mobilenumber }),
    orders('pasted player', { q: sample.input1 }),
    orders('pasted supplier’s id', { q: sample.units[0]?.supplierOrderId }),
    orders('pasted nonsense', { q: 'no-such-order' }),
    lines('first page', {}),
    lines('deep cursor', { cursor: middle }),
    lines('refunds', { type: 'Refunded' }),
    lines('what went, largest', { type: 'Debit', sort: 'value' }),
    lines('pasted e-mail', { q: sample.customer.email }),
    ...ofOneCustomer(String(sample.userId)),
    {
      name: 'dashboard’s figures',
      collection: 'orders',
      mostMs: 50,
      ask: async () => ((await orderStats()).total_order > 0 ? 1 : 0),
    },
    users('first page', {}),
    users('oldest', { sort: 'createdAt' }),
    users('role and flags', { role: 'user', verified: 'true', isBlocked: 'false' }),
    users('deep cursor', { cursor: userCursor }),
    users('richest', { sort: '-balance' }),
    { ...users('poorest, their wallets', { sort: 'balance' }), collection: 'wallets' },
    users('search', { q: sample.customer.email }),
    ...(await staffQuestions()),
  ]
}

/** A customer's own lists. */
const ofOneCustomer = (userId: string): Question[] => [
  {
    name: 'My Orders',
    collection: 'orders',
    ask: async () => (await listOrders(userId, {})).length,
  },
  {
    name: 'My Orders, counted',
    collection: 'orders',
    ask: async () => Math.sign((await countListed(userId, { status: 'Completed' })).all),
  },
  {
    name: 'a wallet',
    collection: 'wallet_transactions',
    ask: async () => (await listTransactions(userId, {})).length,
  },
]

/** In the middle of all orders. */
const deepCursor = () => between(async (asked) => (await listAllOrders(owner, asked)).transactions, 'JP')

/** In the middle of all users. */
const deepUserCursor = () => between(async (asked) => (await listUsers(asked)).users, 'f'.repeat(24))

type Read = (asked: { sort?: 'createdAt'; limit: number }) => Promise<{ createdAt: string }[]>

async function between(read: Read, id: string): Promise<string> {
  const [first] = await read({ sort: 'createdAt', limit: 1 })
  const [last] = await read({ limit: 1 })
  const at = (Date.parse(first?.createdAt ?? '') + Date.parse(last?.createdAt ?? '')) / 2
  return `${Math.floor(at)}.${id}`
}
