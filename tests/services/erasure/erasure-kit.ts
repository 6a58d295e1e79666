import type { ErasureObstacleKind } from '@jhatpat/shared/contracts/erasure-obstacles.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  confirmErasure,
  continueErasures,
  ErasureModel,
  requestErasure,
} from '@jhatpat/shared/domain/erasure/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { expect } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import type { Service } from '../../support/service-harness.ts'

const hourMs = 3_600_000

/** An erasure step by step, with two staff members. */
export async function createErasureKit(service: Service) {
  const [meera, imran] = [await insertAdmin({ name: 'Meera' }), await insertAdmin({ name: 'Imran' })]
  const { deps, clock } = service
  const idOf = (user: IUser) => String(user._id)
  const actorOf = ({ _id, name }: IUser) => ({ userId: String(_id), name, from: '10.0.0.1' })
  const request = (user: IUser) =>
    requestErasure(deps, { by: actorOf(meera), userId: idOf(user), reason: 'asked by mail' })
  const erasureOf = (user: IUser) => ErasureModel.findById(idOf(user)).lean()
  const confirm = async (user: IUser, by = imran) => {
    const admin = {
      ...by,
      ...actorOf(by),
      sessionId: '',
      requiresSecondFactor: false,
      staffRole: 'owner',
    } as const
    const _id = (await erasureOf(user))?.request ?? ''
    return confirmErasure(deps, admin, { request: { _id }, at: clock.now() })
  }
  const proceed = () => continueErasures(deps)
  const close = async (user: IUser) => {
    await request(user)
    await confirm(user)
    clock.advance(73 * hourMs)
    await proceed()
  }
  const elapse = () => clock.advance(11 * 60_000)
  return {
    meera,
    imran,
    request,
    confirm,
    proceed,
    /** Requests and confirms it, and lets the waiting time pass: the account is closed. */
    close,
    /** Lets the time pass after which a closed account is cleared. */
    elapse,
    erase: async (user: IUser) => {
      await close(user)
      elapse()
      await proceed()
    },
    erasureOf,
    /** Ends an order, with no work left. */
    endOrder: (_id: string, values: object = {}) => {
      const ended = { at: clock.now(), by: 'system', previous: null }
      const set = { status: 'Failed', ended, 'due.payment.at': null, playerName: 'Asha77', ...values }
      return OrderModel.collection.updateOne({ _id: _id as never }, { $set: set })
    },
    userOf: (user: IUser) => UserModel.findById(user._id).orFail().lean(),
    expectRefused: async (user: IUser, kinds: ErasureObstacleKind[]) => {
      const error = await request(user).catch((refusal: unknown) => refusal)
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ code: 'erasure_blocked', details: { obstacles: kinds.join(',') } })
      expect(await erasureOf(user)).toBeNull()
    },
  }
}

export type ErasureKit = Awaited<ReturnType<typeof createErasureKit>>
