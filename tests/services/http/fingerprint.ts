import mongoose from 'mongoose'
import { expect } from 'vitest'

/**
 * Takes a fingerprint of the whole database; the function it returns fails when that differs.
 * @param except names of collections that may change
 */
export async function remember(except: readonly string[] = []): Promise<() => Promise<void>> {
  const before = await fingerprint(except)
  return async () => expect(await fingerprint(except)).toEqual(before)
}

/**
 * A hash of each collection's whole content, but for what is written down of calls to vendors, and of what they said of
 * an account, some seconds after them.
 */
async function fingerprint(except: readonly string[]): Promise<unknown> {
  const answer = await mongoose.connection.db?.command({ dbHash: 1 })
  const {
    vendor_calls: _heard,
    purchase_log: _called,
    supplier_balances: _read,
    ...collections
  } = answer?.collections ?? {}
  const kept = Object.entries(collections).filter(([name]) => !except.includes(name))
  return Object.fromEntries(kept)
}
