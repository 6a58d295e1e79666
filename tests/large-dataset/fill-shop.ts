import { UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  AuditModel,
  AuditSealModel,
  chainEntries,
  type IAuditSeal,
} from '@jhatpat/shared/domain/audit/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { BankReferenceModel } from '@jhatpat/shared/domain/payments/index.ts'
import {
  JournalEntryModel,
  WalletModel,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { UniqueNameModel } from '@jhatpat/shared/platform/names.ts'
import type { Model } from 'mongoose'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { type Customer, makeCustomer } from './one-customer.ts'

const ordersPerCustomer = 40

/** Records of many customers; the seals are made when all other records exist. */
type Made = Customer & { seals: IAuditSeal[] }

/** Number of documents of one kind in one write. */
const batch = 2_000

// biome-ignore lint/suspicious/noExplicitAny: each has documents of its own
const models: Record<keyof Made, Model<any>> = {
  audit: AuditModel,
  seals: AuditSealModel,
  users: UserModel,
  names: UniqueNameModel,
  orders: OrderModel,
  transactions: WalletTransactionModel,
  wallets: WalletModel,
  ledger: JournalEntryModel,
  references: BankReferenceModel,
}
const kinds = Object.keys(models) as (keyof Made)[]

/**
 * Fills a migrated database with customers who have `orders` orders together, without the models, whose
 * validation would take longest. Every paisa is in the ledger, and the audit log is sealed. Indexes are
 * built at the end.
 * @throws CliError where there are orders already, which would be mixed with these
 */
export async function fillShop(
  count: number,
  onProgress: (orders: number) => void = () => undefined,
): Promise<void> {
  if ((await OrderModel.estimatedDocumentCount()) > 0) {
    throw new CliError(
      'This shop has orders. A large one is made in an empty database: npm run reset empties it.',
    )
  }
  await Promise.all(kinds.map((kind) => models[kind].collection.dropIndexes()))
  const now = new Date()
  let waiting = nothing()
  let last = await AuditSealModel.findOne().sort({ _id: -1 }).lean<IAuditSeal | null>()
  let writing: Promise<unknown> = Promise.resolve()
  for (let first = 0, number = 0; first < count; number += 1) {
    const orders = Math.min(count - first, 1 + ((number * 7) % (2 * ordersPerCustomer)))
    const one: Made = { ...makeCustomer({ number, orders, first, now }), seals: [] }
    for (const kind of kinds) (waiting[kind] as object[]).push(...one[kind])
    first += orders
    if (waiting.orders.length < batch && first < count) continue
    await writing
    waiting.seals = chainEntries(
      waiting.audit.map((row) => ({ rowId: row._id, row })),
      last,
      now,
    )
    last = waiting.seals.at(-1) ?? last
    writing = write(waiting)
    writing.catch(() => undefined)
    waiting = nothing()
    onProgress(first)
  }
  await writing
  for (const kind of kinds) await models[kind].createIndexes()
}

const nothing = (): Made => ({
  audit: [],
  seals: [],
  users: [],
  names: [],
  orders: [],
  transactions: [],
  wallets: [],
  ledger: [],
  references: [],
})

const write = (made: Made) =>
  Promise.all(
    kinds
      .filter((kind) => made[kind].length > 0)
      .map((kind) =>
        models[kind].collection.insertMany(made[kind] as never, { ordered: false, writeConcern: { w: 1 } }),
      ),
  )
