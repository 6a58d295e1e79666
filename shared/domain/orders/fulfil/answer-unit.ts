import { supplierNameFor } from '../../../contracts/api-types.ts'
import { keepTrying } from '../../../platform/keep-trying.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, applyAnswer, type IUnit, inFlightUntil } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { keepCodes } from '../vault/keep-lines.ts'
import { type Recorded, type RecordedAnswer, recordAnswer } from './record-answer.ts'

type AnswerDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log' | 'supplierBook'>

type Answered = {
  index: number
  unit: IUnit
  supplier: Pick<Supplier, 'evidence'>
  answer: Answer
  /** When the supplier was asked, where that is not just now. */
  askedAt?: Date | undefined
} & Pick<RecordedAnswer, 'run'>

/**
 * Brings what is known about a pack into its order. An answer cannot be asked for again: it is logged before it is written, all
 * but the codes that are the customer's alone, and writing goes on for as long as the process lives while the database is away.
 * @returns what `recordAnswer` does
 */
export async function answerUnit(
  deps: AnswerDeps,
  order: OrderDoc,
  { index, unit, supplier, answer, askedAt, run }: Answered,
): Promise<Recorded | undefined> {
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
  const keeping = keepCodes(deps, unit, answer)
  const recorded = await keepTrying(() =>
    recordAnswer(deps, order, { index, attempt: unit.attempt, ...result, keeping, run }),
  )
  const account = supplierNameFor(order.item.apiType)
  if (recorded && account && answer.kind !== 'below_cost') {
    deps.supplierBook.call({ account, unit: result.unit, revision: recorded.order.revision })
  }
  return recorded
}
