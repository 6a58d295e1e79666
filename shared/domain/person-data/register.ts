import { accountCollections } from './account-fields.ts'
import { orderCollections } from './order-fields.ts'
import type { ExportFile, PersonalCollection } from './personal-fields.ts'
import { staffCollections } from './staff-fields.ts'

/** Every collection with personal values, by its name. */
export const personalCollections: Readonly<Record<string, PersonalCollection>> = {
  ...accountCollections,
  ...orderCollections,
  ...staffCollections,
}

/**
 * Collections without personal values: ids of accounts and orders, amounts, times, and what the shop and its suppliers
 * sell. An id alone names no person once the account is erased.
 */
export const collectionsWithoutPersonalData: readonly string[] = [
  'second_factor_challenges',
  'code_hours',
  'job_runs',
  'migrations',
  'products',
  'items',
  'price_floors',
  'images',
  'media',
  'delivery_times',
  'order_counters',
  'daily_sales',
  'reconciliations',
  'journal_entries',
  'ledger_seals',
  'ledger_seal_parts',
  'ledger_balances',
  'continuous_check',
  'ledger_checks',
  'wallets',
  'points_balances',
  'bank_references',
  // Keyed hashes of codes, with their order.
  'delivered_codes',
  'supplier_accounts',
  'supplier_balances',
  'purchase_log',
  'unclear_batches',
  'alerts',
  'shop_alerts',
  'counted_orders',
  'postponed_clearings',
  'audit_seals',
  'audit_unsealed',
  'audit_verifications',
  'day_totals',
  'erasures',
]

/** The fields of a collection that a file of the customer's export contains. */
export const exportedFields = (collection: string, file: ExportFile): string[] =>
  (personalCollections[collection]?.personal ?? []).flatMap((group) =>
    'file' in group && group.file === file ? group.fields : [],
  )
