import type { BatchMember } from './supplier-account-model.ts'
import type { IUnit } from './unit-schema.ts'

/** The result of one purchase of a batch. */
export type MemberState = 'in_flight' | 'delivered' | 'nothing' | 'unclear'

/** Joining and committing take milliseconds; a process that needs longer does not call the supplier. */
export const joinToSendTimeoutMs = 10_000

type Call = Pick<BatchMember, 'attempt' | 'at'>

/**
 * Pure. The state of a batch member, read from its unit, the only record of it.
 * @param unit undefined when its order no longer exists
 * @param batch the account's batch that the purchase joined
 */
export function memberState(
  unit: IUnit | undefined,
  member: Call,
  { now, batch }: { now: Date; batch: number },
): MemberState {
  // A later attempt exists only after this one was rejected, not found, or released by a person.
  if (!unit || unit.attempt > member.attempt) return 'nothing'
  // The attempt was made in another batch: the run that joined this one had read an older order and made no call.
  if (unit.attempt === member.attempt && unit.sentBatch > 0 && unit.sentBatch !== batch) return 'nothing'
  if (unit.attempt < member.attempt) {
    // Twice the limit, since the caller's timer and ours began at different times.
    return now.getTime() - member.at.getTime() < 2 * joinToSendTimeoutMs ? 'in_flight' : 'nothing'
  }
  switch (unit.state) {
    case 'sending':
      return 'in_flight'
    case 'delivered':
      return 'delivered'
    case 'unknown':
      return 'unclear'
    case 'planned':
    case 'rejected':
      return 'nothing'
    default:
      return unit.state satisfies never
  }
}

/**
 * Pure. The purchases behind a batch's members. After a crash between joining and calling, the job's next run joins for
 * the same attempt, and an attempt is made once.
 */
export function distinctCalls<Call extends Pick<BatchMember, 'orderId' | 'index' | 'attempt'>>(
  members: readonly Call[],
): Call[] {
  return [
    ...new Map(
      members.map((member) => [`${member.orderId}/${member.index}/${member.attempt}`, member]),
    ).values(),
  ]
}

type MemberPurchase = BatchMember & { unit: IUnit }

/** `claimed`: delivered by a person's decision, without the supplier's confirmation. */
export type PurchasesByState = Record<'certain' | 'claimed' | 'unclear', MemberPurchase[]>

/** Pure. The purchases that were made or may have been; in flight and not made are left out. */
export function purchasesByState(
  members: readonly BatchMember[],
  units: readonly (IUnit | undefined)[],
  states: readonly MemberState[],
): PurchasesByState {
  const byState: PurchasesByState = { certain: [], claimed: [], unclear: [] }
  for (const [index, member] of members.entries()) {
    const [unit, state] = [units[index], states[index]]
    if (!unit || (state !== 'delivered' && state !== 'unclear')) continue
    const isDelivered = state === 'delivered'
    const list = !isDelivered ? 'unclear' : unit.supplierOrderId === '' ? 'claimed' : 'certain'
    byState[list].push({ ...member, unit })
  }
  return byState
}
