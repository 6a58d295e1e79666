import { type ClientSession, type mongo, Types } from 'mongoose'
import { monotonicNow } from '../../platform/clock.ts'
import { type IUser, nextValidFrom } from '../accounts/index.ts'
import { clearAccount } from './clear-account.ts'
import { clearPerson } from './clear-person.ts'
import type { IErasure } from './erasure-model.ts'
import { readPerson } from './person.ts'

type Repeated = { userId: string; now: Date }

/**
 * Erases a person again in a restored copy, before any process runs on it. Nothing is asked: what had to be ended was
 * ended after the restored moment. Orders that are open in the copy keep their player; a worker clears it when they have
 * ended.
 * @returns whether the copy had the account
 */
export async function repeatErasure(db: mongo.Db, { userId, now }: Repeated): Promise<boolean> {
  const person = await readPerson(db, userId)
  if (!person) return false
  const erasures = db.collection<IErasure>('erasures')
  const again: Partial<IErasure> = { state: 'clearing', nextAt: now, endedAt: null, obstacles: [] }
  await erasures.updateOne(
    { _id: userId },
    {
      $set: again,
      $setOnInsert: {
        request: '',
        requestedAt: now,
        requestedBy: 'restoration',
        confirmedBy: [],
        wasBlocked: false,
      },
    },
    { upsert: true, writeConcern: { w: 'majority', journal: true } },
  )
  await clearPerson(person, now)
  await db.client.withSession((session) => session.withTransaction((tx) => clearAccount(tx, person, now)))
  return true
}

/**
 * Stops the erasures in a restored copy that were confirmed, but had cleared nothing: after the restored moment the
 * customer may have taken one back, or a late payment have stopped it. Accounts that were closed are opened. Erasures
 * that had ended are repeated afterwards (`repeatErasure`).
 */
export async function stopUnclearedErasures(db: mongo.Db, now: Date): Promise<void> {
  const erasures = db.collection<IErasure>('erasures')
  const stopped: Partial<IErasure> = {
    state: 'stopped',
    nextAt: null,
    endedAt: now,
    obstacles: ['reopened'],
  }
  const uncleared = await erasures
    .find({ nextAt: { $type: 'date' }, state: { $in: ['waiting', 'closing'] } })
    .toArray()
  for (const erasure of uncleared) {
    const { _id, state } = erasure
    await db.client.withSession((session) =>
      session.withTransaction(async (tx) => {
        await erasures.updateOne({ _id, state }, { $set: stopped }, { session: tx })
        if (state === 'closing') await openAccount(tx, db, { erasure, now })
      }),
    )
  }
}

async function openAccount(
  tx: ClientSession,
  db: mongo.Db,
  { erasure: { _id, wasBlocked }, now }: { erasure: IErasure; now: Date },
): Promise<void> {
  const users = db.collection<IUser>('users')
  const userId = new Types.ObjectId(_id)
  const user = await users.findOne({ _id: userId }, { session: tx })
  if (!user) return
  const isBlocked = user.isBlocked && wasBlocked
  const updatedAt = monotonicNow(user.updatedAt, now)
  const set = { isBlocked, sessionsValidFrom: nextValidFrom(user, now), updatedAt }
  await users.updateOne({ _id: userId }, { $set: set }, { session: tx })
}
