import type { BatchMember } from './account-model.ts'
import type { IUnit } from './unit-schema.ts'

/** What became of one call of a batch. */
export type MemberState = 'in_flight' | 'delivered' | 'nothing' | 'unclear'

/** Between joining a batch and committing the attempt lie milliseconds; a process that takes longer does not call. */
export const joinToSendTimeoutMs = 10_000

type Call = Pick<BatchMember, 'attempt' | 'at'>

/**
 * Pure: read from the pack, the only place where it stands.
 * @param unit undefined when its order is gone
 * @param batch the account's batch that the call has joined
 */
export function memberState(
  unit: IUnit | undefined,
  member: Call,
  { now, batch }: { now: Date; batch: number },
): MemberState {
  // A later attempt exists only where this one was refused, found lost, or freed by a person.
  if (!unit || unit.attempt > member.attempt) return 'nothing'
  // The attempt was made in another batch: whoever joined this one for it had read the order before, and made no call.
  if (unit.attempt === member.attempt && unit.sentBatch > 0 && unit.sentBatch !== batch) return 'nothing'
  if (unit.attempt < member.attempt) {
    // Twice the limit, since the caller's timer and ours began at different moments.
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
 * Pure: the calls that a batch's members stand for. Where a process was gone between joining and calling, its job's
 * next run has joined for the same attempt, and an attempt is made once.
 */
export function distinctCalls<Call extends Pick<BatchMember, 'orderId' | 'index' | 'attempt'>>(
  members: readonly Call[],
): Call[] {
  return [...new Map(members.map((one) => [`${one.orderId}/${one.index}/${one.attempt}`, one])).values()]
}
