import type { ISession } from './session-model.ts'
import { SessionModel } from './session-model.ts'

/** When somebody was last here, to within five minutes, by sessions that are remembered: until a day after their end. */
export async function lastSeenAt(userId: string): Promise<Date | undefined> {
  return lastUseOf(await SessionModel.find({ userId }, { lastUsedAt: 1 }).lean())
}

export const lastUseOf = (sessions: readonly Pick<ISession, 'lastUsedAt'>[]): Date | undefined =>
  sessions.map(({ lastUsedAt }) => lastUsedAt).toSorted((a, b) => b.getTime() - a.getTime())[0]
