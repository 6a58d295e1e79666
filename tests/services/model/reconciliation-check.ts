import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  ReconciliationExceptionModel,
  ReconciliationRunModel,
  reconcileNextPart,
  startDay,
} from '@jhatpat/shared/domain/reports/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { isoDayOf } from '@jhatpat/shared/platform/clock.ts'
import type { ModelEnvironment } from './model-environment.ts'

const weekMs = 7 * 86_400_000

/**
 * Compares all days of a sequence after its tasks have ended. Only what people decided may differ: an admin
 * may complete an order that was not bought, and an open payment discrepancy holds money.
 */
export async function exceptionsAtRest({ deps, decided }: ModelEnvironment): Promise<string[]> {
  await ReconciliationRunModel.deleteMany({})
  await ReconciliationExceptionModel.deleteMany({})
  const [orders, topUps] = [
    await OrderModel.find().lean(),
    await WalletTransactionModel.find({ kind: 'topup' }).lean(),
  ]
  const moments = [...orders, ...topUps].flatMap((one) => [
    one.createdAt,
    'ended' in one ? one.ended?.at : null,
  ])
  const days = [...new Set(moments.flatMap((at) => (at ? [isoDayOf(at)] : [])))]
  const later = { ...deps, clock: { now: () => new Date(deps.clock.now().getTime() + weekMs) } }
  for (const day of days) await startDay(later, day)
  // The suppliers' balances have a test of their own: here other runs change them too.
  let hasMore = true
  while (hasMore) hasMore = await reconcileNextPart(later, 0)
  const disputed = new Set(
    [...orders, ...topUps].flatMap((one) => (one.payment?.discrepancies.length ? [one._id] : [])),
  )
  const found = await ReconciliationExceptionModel.find({ of: { $ne: 'supplier' } }).lean()
  return found
    .filter(({ ref }) => !decided.has(ref) && !disputed.has(ref))
    .map(({ kind, ref, external, internal }) => `${kind} ${ref}: ${external}; ${internal}`)
}
