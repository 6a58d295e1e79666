import type { UnitOutcome } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import {
  env,
  type Kind,
  logEvent,
  type ProcessRequest,
  type SimulatedEnvironment,
  unitPrice,
} from './environment.ts'

const noAnswer: UnitOutcome = { kind: 'unknown', message: 'No answer in time' }

/** One purchase in flight: whether and when it takes effect, and whether and when its answer arrives. */
export function buy(environment: SimulatedEnvironment, kind: Kind, ref: string): ProcessRequest {
  const { random, now, vendor } = environment
  const fate = random.below(10)
  if (fate === 0) {
    logEvent(environment, `${ref}: the connection could not be opened`)
    return {
      kind: 'wait',
      until: now + 10,
      answer: { kind: 'unavailable', message: 'rejected' } satisfies UnitOutcome,
    }
  }
  if (fate === 1) {
    const answer: UnitOutcome = { kind: 'rejected', code: '201', message: 'No', retryable: false }
    return { kind: 'wait', until: now + 500, answer }
  }
  // Lost in transit, effective at once, or as late as a vendor may act.
  const isLost = fate === 2
  const isLate = fate === 3 || fate === 4
  const actsAt = now + (isLate ? random.below(env.lateMs) : 200)
  const answersAt = actsAt + (random.below(4) === 0 ? env.SUPPLIER_TIMEOUT_MS : 300)
  let answer: UnitOutcome = noAnswer
  if (!isLost) {
    const id = `V${vendor.nextId}`
    vendor.nextId += 1
    vendor.effects.push({ at: actsAt, act: () => takeEffect(environment, kind, { ref, id }) })
    if (answersAt <= now + env.SUPPLIER_TIMEOUT_MS) {
      answer =
        kind === 'balance'
          ? { kind: 'delivered', supplierOrderId: id }
          : { kind: 'accepted', supplierOrderId: id, vendorStatus: 'processing' }
    }
  }
  const isKnown = kind === 'lookup' && vendor.known.has(ref)
  // The reference was used before: there is no answer about it, and nothing is bought.
  if (isKnown) answer = { kind: 'unknown', message: 'used before' }
  return { kind: 'wait', until: Math.min(answersAt, now + env.SUPPLIER_TIMEOUT_MS), answer }
}

function takeEffect(
  environment: SimulatedEnvironment,
  kind: Kind,
  { ref, id }: { ref: string; id: string },
): void {
  const { vendor, random, now } = environment
  if (kind === 'balance') {
    vendor.balance -= unitPrice
    vendor.delivered.set(ref, (vendor.delivered.get(ref) ?? 0) + 1)
    logEvent(environment, `${ref}: delivered as ${id}`)
    return
  }
  if (vendor.known.has(ref)) return
  const end = random.below(5) === 0 ? 'refunded' : 'completed'
  const endsAt = now + random.below(20_000)
  vendor.known.set(ref, { id, acceptedAt: now, endsAt, end })
  logEvent(environment, `${ref}: accepted as ${id}, to be ${end}`)
  if (end === 'completed') {
    vendor.effects.push({
      at: endsAt,
      act: () => vendor.delivered.set(ref, (vendor.delivered.get(ref) ?? 0) + 1),
    })
  }
}

/** Queries a purchase. The answer is of the time when the request arrives, and may be lost. */
export function lookUp(
  environment: SimulatedEnvironment,
  ref: string,
  supplierOrderId: string,
): ProcessRequest {
  const { random, now, vendor } = environment
  if (random.below(6) === 0) return { kind: 'wait', until: now + env.SUPPLIER_TIMEOUT_MS, answer: noAnswer }
  const order = vendor.known.get(ref)
  // Now and then a supplier temporarily does not find an order.
  const forgets = supplierOrderId !== '' && random.below(12) === 0
  const until = now + 300 + (random.below(5) === 0 ? random.below(30_000) : 0)
  if (!order || forgets) return { kind: 'wait', until, answer: { kind: 'not_found' } }
  const answer: UnitOutcome =
    now < order.endsAt
      ? { kind: 'accepted', supplierOrderId: order.id, vendorStatus: 'processing' }
      : order.end === 'completed'
        ? { kind: 'delivered', supplierOrderId: order.id }
        : { kind: 'returned', supplierOrderId: order.id, message: 'refunded' }
  return { kind: 'wait', until, answer }
}

/** The account's balance when the request arrives; undefined without an answer. */
export function queryBalance(environment: SimulatedEnvironment): ProcessRequest {
  const { random, now, vendor } = environment
  if (random.below(10) === 0) return { kind: 'wait', until: now + env.SUPPLIER_TIMEOUT_MS, answer: undefined }
  return { kind: 'wait', until: now + 200, answer: vendor.balance }
}
