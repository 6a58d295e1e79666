import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { terminalReporter } from '../../../scripts/launcher/reporter.ts'
import type * as stackModule from '../../../scripts/launcher/stack.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { endOfShop } from '../../bench/kit/end-shop.ts'
import { interrupted } from '../../bench/kit/interrupted.ts'
import { createMeter } from '../../bench/kit/process-metrics.ts'
import { until } from '../../bench/kit/until.ts'
import type { AttackedShop } from './attack.ts'
import { ask } from './client.ts'
import { buyDiamonds, type Customer, signIn } from './customer.ts'
import { loopDelayDuring, loopMeterEnv } from './event-loop.ts'
import { simulatorsAt } from './simulators.ts'

const quietMs = 10_000
const rupees = 50_000

export type StartedShop = { shop: AttackedShop; stop(): Promise<void> }

/**
 * Starts the shop of a checkout of this project as `npm start` does, by its own launcher, on free ports and
 * in its own folder, and measures it without an attack. Attacks come from many addresses, so it trusts one
 * proxy.
 */
export async function startAttackedShop(root: string): Promise<StartedShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-abuse-'))
  const loopFolder = join(dataDir, 'loops')
  await mkdir(loopFolder)
  const launcher = pathToFileURL(join(root, 'scripts/launcher/stack.ts')).href
  const { startStack } = (await import(launcher)) as typeof stackModule
  const stack = await startStack({
    dataDir,
    root,
    signal: interrupted,
    env: { ...process.env, ...loopMeterEnv(loopFolder), PORT: '', TRUST_PROXY: '1' },
    reporter: { ...terminalReporter(), warn: () => {} },
  })
  const log = createLogger('abuse', 'silent')
  const redis = connectRedis(String(stack.env.REDIS_URL), log)
  const stop = endOfShop({ redis, stack, dataDir })
  try {
    await connectMongo(String(stack.env.MONGODB_URI), log)
    const [origin] = stack.apiUrls
    const pid = stack.processes.find(({ role }) => role === 'api')?.pid
    if (!origin || !pid) throw new CliError('The shop has no api.')
    const shop = {
      origin,
      redis,
      loopFolder,
      api: { pid },
      simulators: simulatorsAt(stack.simulatorUrl),
      meter: createMeter(redis, () => [{ role: 'api', pid }]),
      people: await peopleOf(origin),
    }
    await prepare(shop)
    return { shop: { ...shop, quiet: await measureQuiet(shop) }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function peopleOf(origin: string): Promise<AttackedShop['people']> {
  return {
    asha: await signIn(origin, 'asha@jhatpat.test', '192.0.2.1'),
    ravi: await signIn(origin, 'ravi@jhatpat.test', '192.0.2.2'),
    meera: await signIn(origin, 'meera@jhatpat.test', '192.0.2.3'),
  }
}

type Unmeasured = Omit<AttackedShop, 'quiet'>

/** Both customers have money, and one has a delivered order. The SMS vendor accepts every message. */
async function prepare({ origin, people, simulators }: Unmeasured): Promise<void> {
  await simulators.command('sms', { spamWindowMs: 0 })
  for (const customer of [people.asha, people.ravi]) await fillWallet({ origin, simulators }, customer)
  const first = await buyDiamonds(origin, people.ravi)
  if (!first.isCompleted) throw new CliError(`An order is not delivered before any attack: ${first.reason}`)
}

async function fillWallet(
  { origin, simulators }: Pick<Unmeasured, 'origin' | 'simulators'>,
  { userid, token, address: from }: Customer,
): Promise<void> {
  const body = { value: rupees, userid }
  const { json, text } = await ask(origin, '/api/wallet/topup', { from, token, body })
  const { client_txn_id } = (json.data ?? {}) as { client_txn_id?: string }
  if (!client_txn_id) throw new CliError(`A top-up is refused: ${text}`)
  await simulators.command('upigateway', { pay: { client_txn_id } })
  await until(
    async () => {
      const balance = await ask(origin, `/api/wallet/getbalance/${userid}`, { from, token })
      return Number(balance.json.balance) >= rupees
    },
    { everyMs: 250, timeoutMs: 30_000 },
  )
}

async function measureQuiet(shop: Unmeasured): Promise<AttackedShop['quiet']> {
  const { loopFolder: folder, api, meter, origin, people } = shop
  const { result, delay } = await loopDelayDuring({ folder, pid: api.pid }, () =>
    meter.spentBy(async () => {
      await Promise.all([sleep(quietMs), buyDiamonds(origin, people.asha)])
    }),
  )
  return { loop: delay, mongoPerSecond: (result.spent.mongo * 1_000) / quietMs }
}
