import type { ClientSession } from 'mongoose'
import type { ErasureObstacleKind } from '../../contracts/erasure-obstacles.ts'
import { monotonicNow } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  enqueueNotifications,
  type IUser,
  type NewNotification,
  nextValidFrom,
  publishRevoked,
  revokeSessions,
  UserModel,
} from '../accounts/index.ts'
import { writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { ErasureModel, type ErasureState, type IErasure, moveErasure } from './erasure-model.ts'
import { erasureRow, notifyPerson } from './erasure-records.ts'
import { findObstacles, isPassing, type ObstacleDeps } from './find-obstacles.ts'

export const continueErasuresEveryMs = 5 * 60_000

/**
 * A request that was signed in when the account was closed can still place an order. Nothing is cleared before all of
 * them have ended for long.
 */
const closingMs = 10 * 60_000

export const system = { userId: 'system', name: 'Erasure', from: '' }

type CloseDeps = Pick<Deps, 'clock' | 'publisher' | 'queues'> & ObstacleDeps

/**
 * Closes an account whose erasure was confirmed and not taken back. What ends by itself is waited for; anything else
 * stops the erasure.
 */
export async function closeAccount(deps: CloseDeps, userId: string): Promise<void> {
  const now = deps.clock.now()
  const { closed, mail } = await inTransaction<{ closed?: IUser; mail?: NewNotification }>(async (tx) => {
    const user = await UserModel.findById(userId, null, { session: tx }).orFail().lean<IUser>()
    const obstacles = await findObstacles(deps, { tx, user, now })
    const lasting = obstacles.filter((one) => !isPassing(one)).map(({ kind }) => kind)
    const move = (set: Partial<IErasure>) => moveErasure(tx, userId, { from: ['waiting'], set })
    if (lasting.length > 0) {
      const set = { state: 'stopped', nextAt: null, endedAt: now, obstacles: lasting } as const
      if (!(await move(set))) return {}
      return { mail: await recordStop(tx, { userId, now, obstacles: lasting }) }
    }
    if (obstacles.length > 0) {
      await move({ nextAt: new Date(now.getTime() + continueErasuresEveryMs) })
      return {}
    }
    const nextAt = new Date(now.getTime() + closingMs)
    if (!(await move({ state: 'closing', wasBlocked: user.isBlocked, nextAt }))) return {}
    await writeAudit(tx, system, erasureRow('start', { userId, now }))
    return { closed: await revokeSessions(tx, userId, { now, set: { isBlocked: true } }) }
  })
  if (closed) await publishRevoked(closed, deps)
  if (mail) await enqueueNotifications(deps, [mail])
}

/**
 * Decides whether anything came between since the account was closed: what ends by itself is waited for; anything else,
 * such as a late payment that was credited to the wallet, opens the account again.
 * @returns the erasure's state
 */
export async function endClosing(deps: CloseDeps, _id: string): Promise<ErasureState> {
  const now = deps.clock.now()
  const { state, mail } = await inTransaction<{ state: ErasureState; mail?: NewNotification }>(async (tx) => {
    const user = await UserModel.findById(_id, null, { session: tx }).orFail().lean<IUser>()
    const obstacles = await findObstacles(deps, { tx, user, now, withTasks: true })
    const lasting = obstacles.filter((one) => !isPassing(one)).map(({ kind }) => kind)
    const stops: ErasureObstacleKind[] = user.isBlocked ? lasting : [...lasting, 'reopened']
    if (stops.length > 0) return openAgain(tx, user, { obstacles: stops, now })
    if (obstacles.length > 0) {
      await step(tx, _id, { nextAt: new Date(now.getTime() + continueErasuresEveryMs) })
      return { state: 'closing' }
    }
    await step(tx, _id, { state: 'clearing', nextAt: now })
    // Also makes a concurrent change of the account conflict with this one.
    const updatedAt = monotonicNow(user.updatedAt, now)
    const set = { $set: { erasedAt: now, updatedAt } }
    await UserModel.updateOne({ _id: user._id }, set, { session: tx, timestamps: false })
    return { state: 'clearing' }
  })
  if (mail) await enqueueNotifications(deps, [mail])
  return state
}

/**
 * Keeps a block that staff set while the account is closing, so that it stays when the account opens again. In the
 * transaction of their change.
 * @returns whether the account is closing, and would have been opened
 */
export async function keepBlock(tx: ClientSession, userId: string): Promise<boolean> {
  const { matchedCount } = await ErasureModel.updateOne(
    { _id: userId, state: 'closing', wasBlocked: false },
    { $set: { wasBlocked: true } },
    { session: tx },
  )
  return matchedCount === 1
}

type Stop = { obstacles: ErasureObstacleKind[]; now: Date }

async function openAgain(tx: ClientSession, user: IUser, { obstacles, now }: Stop) {
  const userId = String(user._id)
  // Read here, since staff may have set a block meanwhile.
  const { wasBlocked } = await ErasureModel.findById(userId, null, { session: tx }).orFail().lean<IErasure>()
  await step(tx, userId, { state: 'stopped', nextAt: null, endedAt: now, obstacles })
  const isBlocked = user.isBlocked && wasBlocked
  const updatedAt = monotonicNow(user.updatedAt, now)
  const set = { isBlocked, sessionsValidFrom: nextValidFrom(user, now), updatedAt }
  await UserModel.updateOne({ _id: user._id }, { $set: set }, { session: tx, timestamps: false })
  const mail = await recordStop(tx, { userId, now, obstacles })
  return { state: 'stopped' as const, mail }
}

/** Moves on from `closing` unless another process was first; then nothing of the transaction is kept. */
async function step(tx: ClientSession, _id: string, set: Partial<IErasure>): Promise<void> {
  if (await moveErasure(tx, _id, { from: ['closing'], set })) return
  throw new Error(`the erasure of ${_id} was continued by another process`)
}

async function recordStop(
  tx: ClientSession,
  { userId, now, obstacles }: { userId: string; now: Date; obstacles: readonly ErasureObstacleKind[] },
): Promise<NewNotification> {
  await writeAudit(tx, system, erasureRow('stop', { userId, now, obstacles }))
  return notifyPerson(tx, { userId, now, erasure: { state: 'stopped' } })
}
