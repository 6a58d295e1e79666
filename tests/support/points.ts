import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as points from '@jhatpat/shared/contracts/points.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { buy, giveMoney, orderBody } from './buying.ts'
import type { Person } from './person.ts'
import { insertProductWithItem } from './shop.ts'

/** A customer's points, as their call returns them. */
export async function pointsOf(person: Person, { userid }: IUser): Promise<number> {
  return (await person.call(points.pointsBalance, { params: { userid } })).balance
}

type Redeeming = { points: number; key?: string }

export const redeem = (person: Person, { userid }: IUser, { points: value, key = randomUUID() }: Redeeming) =>
  person.call(points.redeemPoints, { body: { value, userid }, idempotencyKey: key })

/** Buys an expensive item from the wallet, which is credited first, and has an admin deliver it. */
export async function earn(person: Person, user: IUser, { some, by }: { some: number; by: Person }) {
  const discountedPaise = Math.round(some * 10_000)
  const name = `Dear ${randomUUID()}`
  const listing = await insertProductWithItem(
    { name, type: 'OTHER', apiType: 'OTHER' },
    { name, discountedPaise },
  )
  await giveMoney(user, discountedPaise)
  const id = await buy(person, orderBody(user, listing, { paymentmode: 'wallet' }))
  await by.call(admin.transitionOrder, { params: { id }, body: { to: 'Completed', version: 1 } })
  return id
}
