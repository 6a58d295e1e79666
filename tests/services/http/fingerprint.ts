import mongoose from 'mongoose'
import { expect } from 'vitest'

/**
 * Takes a fingerprint of the whole database; the returned function fails when it differs. @param except names
 * of collections that may change
 */
export async function fingerprintDatabase(except: readonly string[] = []): Promise<() => Promise<void>> {
  const before = await fingerprint(except)
  return async () => expect(await fingerprint(except)).toEqual(before)
}

/**
 * A hash of each collection's content, except the vendor call log and recorded account data, which are
 * written some seconds later.
 */
async function fingerprint(except: readonly string[]): Promise<unknown> {
  const answer = await mongoose.connection.db?.command({ dbHash: 1 })
  const {
    vendor_calls: _calls,
    purchase_log: _called,
    supplier_balances: _read,
    ...collections
  } = answer?.collections ?? {}
  const compared = Object.entries(collections).filter(([name]) => !except.includes(name))
  return Object.fromEntries(compared)
}
