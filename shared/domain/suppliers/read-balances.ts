import type { SupplierName } from '../../contracts/api-types.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import type { SupplierBalance } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type CurrentBalance, recordReading, supplierBalance } from '../purchasing/index.ts'

export type ReadDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'suppliers'>

/** Maximum time to wait for a balance. The call itself ends by its own time-out. */
const timeoutMs = 10_000

/** A low account is read this many times as often. */
const lowBalanceFrequency = 3

/** Minimum time between two readings that admins request. */
const minRefreshMs = 5_000

/**
 * Reads the balances that are due. Of all processes one reads an account: it stores the time before it asks.
 * @param balances as stored just now
 */
export async function readBalances(deps: ReadDeps, balances: readonly CurrentBalance[]): Promise<void> {
  if (deps.env.SUPPLIER_BALANCE_INTERVAL_MS === 0) return
  const now = deps.clock.now().getTime()
  await Promise.all(
    balances.map(async ({ _id, askedAt, isLow }) => {
      const everyMs = isLow
        ? deps.env.SUPPLIER_BALANCE_INTERVAL_MS / lowBalanceFrequency
        : deps.env.SUPPLIER_BALANCE_INTERVAL_MS
      const isDue = askedAt === null || askedAt.getTime() <= now - everyMs
      if (isDue) await readIfDue(deps, _id as SupplierName, everyMs)
    }),
  )
}

/**
 * Reads one account's balance because an admin asks.
 * @returns whether the balance is known
 */
export async function readBalanceNow(deps: ReadDeps, account: SupplierName): Promise<boolean> {
  await supplierBalance(account)
  const answer = await readIfDue(deps, account, minRefreshMs)
  return (answer?.kind ?? 'ok') === 'ok'
}

/** @returns undefined when it was read too recently, or another process is reading it */
async function readIfDue(
  deps: ReadDeps,
  account: SupplierName,
  everyMs: number,
): Promise<SupplierBalance | undefined> {
  const askedAt = deps.clock.now()
  const due = new Date(askedAt.getTime() - everyMs)
  const reserved = await BalanceModel.updateOne(
    { _id: account, $or: [{ askedAt: null }, { askedAt: { $lte: due } }] },
    { $set: { askedAt } },
  )
  if (reserved.modifiedCount === 0) return undefined
  const timedOut = { kind: 'unavailable', message: 'It did not answer in time.' } as const
  const answer =
    (await withTimeout(timeoutMs, deps.suppliers.byName[account].queryBalance(), (error) =>
      deps.log.error({ account, err: String(error) }, 'balance check failed'),
    )) ?? timedOut
  await recordReading(deps, account, { answer, askedAt })
  return answer
}
