import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import { idempotencyKeyId } from '@jhatpat/shared/platform/idempotency-model.ts'
import { everyVendor, type Vendor, type VendorName, vendors } from '@jhatpat/shared/providers/vendors.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import type { CustomerRequest } from './customer.ts'
import type { Evidence, LedgerEntry } from './evidence.ts'
import type { Page } from './open-page.ts'

type Read = (name: VendorName) => readonly JournalEntry[] | Promise<readonly JournalEntry[]>

/**
 * The journals of all vendors of some kinds; by default of those that take payments and those that deliver.
 */
export async function journalsOf(
  read: Read,
  kinds: readonly Vendor['kind'][] = ['payment', 'supplier'],
): Promise<Evidence['journals']> {
  const names = everyVendor.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, [...(await read(name))]])))
}

/** Reads the evidence without the shop: from its database, and from the simulators' journals on disk. */
export async function gather(
  environment: FaultEnvironment,
  load: { asked: CustomerRequest[]; pages: Page[] },
): Promise<Evidence> {
  const { db, shop, simulators } = environment
  const all = <T>(name: string) => db.collection(name).find({}).toArray() as unknown as Promise<T[]>
  return {
    at: new Date(),
    orders: await all<OrderDoc>('orders'),
    transactions: await all<WalletTransactionDoc>('wallet_transactions'),
    ledger: await all<LedgerEntry>('journal_entries'),
    wallets: await all<Evidence['wallets'][number]>('wallets'),
    pointsEntries: await all<Evidence['pointsEntries'][number]>('points_journal_entries'),
    points: await all<Evidence['points'][number]>('points_balances'),
    keys: await all<Evidence['keys'][number]>('idempotency_keys'),
    promised: load.asked.map(({ key, wish, ids }) => {
      const { userId } = shop.customers[wish.customer]!
      return { keyId: idempotencyKeyId(userId, key), kind: wish.kind, ids }
    }),
    pages: load.pages.map(({ orderid, shown, wentBack }) => ({ orderid, shown, wentBack })),
    vendors,
    journals: await journalsOf((name) => simulators.journal(name)),
  }
}
