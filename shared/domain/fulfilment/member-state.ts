import type { Member } from './account-model.ts'
import type { IUnit } from './unit-schema.ts'

/** What became of one call of a group. */
export type MemberState = 'in_flight' | 'delivered' | 'nothing' | 'unclear'

/** Between joining a group and committing the attempt lie milliseconds; a process that takes longer does not call. */
export const joinedToSentMs = 10_000

/**
 * Pure: read from the pack, the only place where it stands.
 * @param unit undefined when its order is gone
 */
export function memberState(unit: IUnit | undefined, member: Member, now: Date): MemberState {
  // A later attempt exists only where this one was refused, found lost, or freed by a person.
  if (!unit || unit.attempt > member.attempt) return 'nothing'
  if (unit.attempt < member.attempt) {
    // Twice the limit, since the caller's timer and ours began at different moments.
    return now.getTime() - member.at.getTime() < 2 * joinedToSentMs ? 'in_flight' : 'nothing'
  }
  switch (unit.state) {
    case 'sending':
      return 'in_flight'
    case 'delivered':
      return 'delivered'
    case 'unknown':
      return 'unclear'
    case 'planned':
    case 'refused':
      return 'nothing'
    default:
      return unit.state satisfies never
  }
}
