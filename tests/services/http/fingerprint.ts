import mongoose from 'mongoose'
import { expect } from 'vitest'

/** Takes a fingerprint of the whole database; the function it returns fails when that differs. */
export async function remember(): Promise<() => Promise<void>> {
  const before = await fingerprint()
  return async () => expect(await fingerprint()).toEqual(before)
}

/**
 * A hash of each collection's whole content, but for what is written down of calls to vendors, and of what they said of
 * an account, some seconds after them.
 */
async function fingerprint(): Promise<unknown> {
  const answer = await mongoose.connection.db?.command({ dbHash: 1 })
  const {
    exchanges: _heard,
    supplier_calls: _called,
    supplier_balances: _read,
    ...collections
  } = answer?.collections ?? {}
  return collections
}
