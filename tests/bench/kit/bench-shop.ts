import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import { ledgerAccounts, postEntries } from '@jhatpat/shared/domain/wallet/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { openShop } from '../../../scripts/demo/shop.ts'
import { terminalReporter } from '../../../scripts/launcher/reporter.ts'
import { type Stack, startStack } from '../../../scripts/launcher/stack.ts'
import { endOfShop } from './end-shop.ts'
import { interrupted } from './interrupted.ts'
import { type Servers, serversOf } from './servers.ts'

export type Buyer = { userid: string; token: string }

/**
 * A whole shop of real processes, its customers with money, and this process's own connection to its
 * databases.
 */
export type BenchShop = {
  stack: Stack
  /** One for each client. */
  buyers: Buyer[]
  /** A customer with orders from many clients at once. */
  family: Buyer
  redis: RedisClient
  /** The databases' own description. */
  servers: Servers
  /** All processes but the simulators, which represent other companies' machines. */
  processes(): { role: string; pid: number }[]
  stop(): Promise<void>
}

export const clients = 64
const walletPaise = 100_000_000_00

/** A bench has few addresses, and buys more than any customer, who gets a text message each time. */
const limits = {
  LIMIT_PER_CALLER: '100000000',
  LIMIT_PER_ADDRESS: '100000000',
  LIMIT_ORDERS: '100000000',
  LIMIT_CALLBACKS: '100000000',
  ORDERS_AT_ONCE: '1000',
  SMS_GAP_MS: '0',
  PORT: '',
}

type Wanted = { env?: NodeJS.ProcessEnv; buyers?: number; apis?: number; workers?: number }

/** @param wanted settings that override the bench's own, and the number of each */
export async function startBenchShop({
  env,
  buyers: wanted = clients,
  ...processes
}: Wanted = {}): Promise<BenchShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-bench-'))
  const reporter = { ...terminalReporter(), warn: () => {} }
  const stack = await startStack({
    dataDir,
    env: { ...process.env, ...limits, ...env },
    reporter,
    signal: interrupted,
    ...processes,
  })
  const redis = connectRedis(String(stack.env.REDIS_URL), createLogger('bench', 'silent'))
  const stop = endOfShop({ redis, stack, dataDir })
  try {
    return {
      stack,
      redis,
      stop,
      ...(await peopleOf(stack, wanted)),
      servers: await serversOf(redis),
      processes: () => stack.processes.filter(({ role }) => role !== 'simulators'),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The shop's buyers, and suppliers with enough balance. */
async function peopleOf(stack: Stack, wanted: number): Promise<Pick<BenchShop, 'buyers' | 'family'>> {
  await connectMongo(String(stack.env.MONGODB_URI), createLogger('bench', 'silent'))
  await makeSuppliersRich(stack)
  const buyers = await Promise.all(Array.from({ length: wanted }, (_, index) => aBuyer(index)))
  return { buyers, family: await aBuyer(clients) }
}

/** Suppliers answer at once, deliver at the first lookup, and have enough balance for a year. */
async function makeSuppliersRich(stack: Stack): Promise<void> {
  const shop = await openShop(stack)
  await shop.set('moogold', { balance: '99999999.00', statuses: ['completed'] })
  await shop.set('smileone', { points: { br: '99999999', ph: '99999999' } })
  await shop.set('sms', { spamWindowMs: 0, balancePaise: 1_000_000_000_000 })
  shop.close()
}

async function aBuyer(index: number): Promise<Buyer> {
  const user = await createUser({
    name: `Buyer ${index}`,
    email: `buyer.${index}@mail.test`,
    mobilenumber: String(9_400_000_000 + index),
    password: 'correct horse battery',
    verified: true,
  })
  const postings = [
    { account: ledgerAccounts.adjustments, amountPaise: -walletPaise },
    { account: ledgerAccounts.wallet(user._id), amountPaise: walletPaise },
  ]
  const set = { kind: 'adjustment' as const, ref: `bench-${index}`, postings }
  await inTransaction((session) => postEntries(session, [set], new Date()))
  const { token } = await openSession(user, new Date())
  return { userid: user.userid, token }
}
