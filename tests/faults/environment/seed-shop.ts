import { createUser, openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import { giveMoney } from '../../support/buying.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

export type Account = { userId: string; userid: string; token: string }
export type SeededShop = { listings: Shop; customers: Account[]; admin: Account }

/** Each customer's initial balance, in paise. */
const openingPaise = 100_000_00

let before: Promise<unknown> = Promise.resolve()

/**
 * Makes a shop of an empty database: one item of each delivery type, customers with money, one admin. One
 * step after the other, because models have one connection in a process.
 */
export function seedShop(mongoUri: string, customerCount: number): Promise<SeededShop> {
  const shop = before.then(() => seed(mongoUri, customerCount))
  before = shop.catch(() => undefined)
  return shop
}

async function seed(mongoUri: string, customerCount: number): Promise<SeededShop> {
  await connectMongo(mongoUri, createLogger('faults', 'silent'))
  try {
    await migrate(migrations)
    const listings = await insertShop()
    const customers: Account[] = []
    for (let index = 0; index < customerCount; index += 1) customers.push(await person('user', index))
    return { listings, customers, admin: await person('admin', customerCount) }
  } finally {
    await disconnectMongo()
    mongoose.connection.removeAllListeners()
  }
}

async function person(role: 'user' | 'admin', index: number): Promise<Account> {
  const user = await createUser({
    name: `Person ${index}`,
    email: `person${index}@faults.test`,
    mobilenumber: String(9_100_000_000 + index),
    password: `person ${index} of the load`,
    role,
    verified: true,
  })
  if (role === 'user') await giveMoney(user, openingPaise)
  const { token } = await openSession(user, new Date())
  return { userId: String(user._id), userid: user.userid, token }
}
