import { supplierNameFor } from '../../../contracts/api-types.ts'
import { retryUntilSuccess } from '../../../platform/retry-until-success.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { type SupplierAnswer, applyAnswer, type IUnit, inFlightUntil } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { storeCodes } from '../vault/keep-lines.ts'
import { type RecordedAnswer, type AnswerInput, writeSupplierAnswer } from './record-answer.ts'

type AnswerDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log' | 'purchaseLog'>

type Answered = {
  index: number
  unit: IUnit
  supplier: Pick<Supplier, 'evidence'>
  answer: SupplierAnswer
  /** When the supplier was asked, where that is not just now. */
  askedAt?: Date | undefined
} & Pick<AnswerInput, 'run'>

/**
 * Brings what is known about a pack into its order. An answer cannot be asked for again: it is logged before it is written, all
 * but the codes that are the customer's alone, and writing goes on for as long as the process lives while the database is away.
 * @returns what `writeSupplierAnswer` does
 */
export async function recordSupplierAnswer(
  deps: AnswerDeps,
  order: OrderDoc,
  { index, unit, supplier, answer, askedAt, run }: Answered,
): Promise<RecordedAnswer | undefined> {
  const isGood = answer.kind === 'delivered' || answer.kind === 'accepted'
  deps.log[isGood ? 'info' : 'warn'](
    { orderid: String(order._id), unit: unit.ref, attempt: unit.attempt, answer },
    answer.kind === 'below_cost' ? 'purchase held back' : 'supplier’s answer',
  )
  const now = deps.clock.now()
  const { evidence } = supplier
  const callEndsAt = inFlightUntil(deps.env, unit)
  const result = applyAnswer(unit, answer, {
    ...{ now, evidence, callEndsAt, askedAt: askedAt ?? now },
    pollMs: deps.env.SUPPLIER_POLL_MS,
  })
  const secretsPatch = storeCodes(deps, unit, answer)
  const recorded = await retryUntilSuccess(() =>
    writeSupplierAnswer(deps, order, { index, attempt: unit.attempt, ...result, secretsPatch, run }),
  )
  const account = supplierNameFor(order.item.apiType)
  if (recorded && account && answer.kind !== 'below_cost') {
    deps.purchaseLog.addPurchase({ account, unit: result.unit, revision: recorded.order.revision })
  }
  return recorded
}
