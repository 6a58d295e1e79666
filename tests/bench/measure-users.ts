/**
 * How long the queries of User Data take among many users: fills a database in a temporary folder (400,000
 * users by default), and prints the time and the plans of the first page, a late one and each kind of
 * search. Exits with code 1 when a plan reads a collection or sorts in memory.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserModel, uniqueKeys } from '@jhatpat/shared/domain/accounts/index.ts'
import { listUsers } from '@jhatpat/shared/domain/customers/index.ts'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { UniqueNameModel } from '@jhatpat/shared/platform/names.ts'
import mongoose, { Types } from 'mongoose'
import { runMain } from '../../scripts/processes/cli-error.ts'
import { startMongo } from '../../scripts/services/mongodb.ts'

const batch = 5_000
const firstNames = ['Asha', 'Arjun', 'Neha', 'Kabir', 'Diya', 'Zeeshan', 'Farhan', 'Ishaan', 'Tara', 'Ritu']
const lastNames = ['Rao', 'Nair', 'Reddy', 'Anand', 'Mehta', 'Ali', 'Qureshi', 'Gill', 'Iyer', 'Das']

const idOf = (number: number) => new Types.ObjectId(`6${number.toString(16).padStart(23, '0')}`)
const emailOf = (number: number) => `person.${number}@mail.test`
const mobileOf = (number: number) => String(9_000_000_000 + number)

await runMain(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-users-'))
  const mongo = await startMongo({ dataDir, cacheGb: 0.5 })
  try {
    await connectMongo(mongo.uri, createLogger('users', 'silent'))
    await migrate(migrations)
    const count = Number(process.argv[2] ?? 400_000)
    for (let from = 0; from < count; from += batch) await fill(from, Math.min(batch, count - from))
    console.log(`filled ${count} users`)
    if (!(await measure(count))) process.exitCode = 1
  } finally {
    await mongoose.disconnect()
    await mongo.stop(2_000)
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function fill(from: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_one, index) => from + index)
  const at = new Date()
  const users = numbers.map((number) => ({
    _id: idOf(number),
    userid: `u${number}`,
    email: emailOf(number),
    mobilenumber: mobileOf(number),
    name: `${firstNames[number % 10]} ${lastNames[Math.floor(number / 10) % 10]} ${number}`,
    role: 'user',
    passwordHash: 'none',
    verified: true,
    isBlocked: false,
    sessionsValidFrom: at,
    createdAt: at,
    updatedAt: at,
  }))
  const names = numbers.flatMap((number) => {
    const owner = idOf(number).toHexString()
    const own = [`u${number}`].map(uniqueKeys.userid)
    return [...own, uniqueKeys.email(emailOf(number)), uniqueKeys.mobile(mobileOf(number))].map((_id) => ({
      _id,
      owner,
    }))
  })
  await UserModel.collection.insertMany(users as never)
  await UniqueNameModel.collection.insertMany(names as never)
}

/** @returns whether an index served all of them */
async function measure(count: number): Promise<boolean> {
  const late = Math.floor(count / 25 / 1.6)
  const middle = Math.floor(count / 2)
  const questions: [name: string, asked: Parameters<typeof listUsers>[0]][] = [
    ['the first page of 25', {}],
    ['the first page of 500', { limit: 500 }],
    [`page ${late} of 25`, { page: late }],
    ['an id', { q: idOf(middle).toHexString() }],
    ['a userid', { q: `u${middle}` }],
    ['a mobile number', { q: mobileOf(middle) }],
    ['how a mobile number begins', { q: '90002' }],
    ['an e-mail address', { q: emailOf(middle) }],
    ['how an e-mail address begins', { q: 'person.1' }],
    ['a name', { q: 'Kabir Das' }],
    ['one letter', { q: 'a' }],
    ['nobody', { q: 'zzzz' }],
  ]
  const db = mongoose.connection.getClient().db(mongoose.connection.name)
  await db.createCollection('system.profile', { capped: true, size: 16 * 1024 * 1024 })
  let isServed = true
  for (const [name, asked] of questions) {
    const times = [await msOf(asked), await msOf(asked), await msOf(asked)]
    const since = new Date()
    await db.command({ profile: 2 })
    const { users, totalCount } = await listUsers(asked)
    await db.command({ profile: 0 })
    const ran = await db
      .collection('system.profile')
      .find({ ts: { $gte: since }, ns: /users|names|wallets/ })
      .toArray()
    const plans = ran.map(({ planSummary, keysExamined }) => `${planSummary ?? 'count'}:${keysExamined ?? 0}`)
    console.log(`${name}: ${times.join(', ')} ms; ${users.length} of ${totalCount}; ${plans.join(' | ')}`)
    isServed &&= !ran.some((one) => /COLLSCAN/.test(one.planSummary ?? '') || one.hasSortStage)
  }
  return isServed
}

async function msOf(asked: Parameters<typeof listUsers>[0]): Promise<string> {
  const startedAt = performance.now()
  await listUsers(asked)
  return (performance.now() - startedAt).toFixed(0)
}
