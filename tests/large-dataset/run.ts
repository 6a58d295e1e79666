/**
 * `npm run seed:large -- --orders 1000000`: fills the database at MONGODB_URI, or that of `npm start`, with
 * orders of invented customers, their wallets and the ledger. Refuses a shop with a real provider.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { refuseProductionData } from '../../scripts/demo-data/refuse-production-data.ts'
import { providersToSimulate } from '../../scripts/launcher/providers.ts'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { findDatabase } from '../../scripts/services/find-database.ts'
import { fillShop } from './fill-shop.ts'
import { progressBar } from './progress-bar.ts'

const dataDir = resolve(import.meta.dirname, '../..', process.env.DATA_DIR || '.data')

await runMain(async () => {
  const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } })
  const count = Number(values.orders)
  if (!Number.isInteger(count) || count < 1)
    throw new CliError('--orders takes a whole number, such as 1000000.')
  refuseReal()
  // In a new clone there is no database yet; the shop that starts later uses this one.
  if (!process.env.MONGODB_URI) mkdirSync(join(dataDir, 'mongodb'), { recursive: true })
  const database = await findDatabase(dataDir, process.env.MONGODB_URI)
  try {
    await connectMongo(database.uri, createLogger('seed', 'silent'), { socketTimeoutMS: 0 })
    await migrate(migrations)
    const startedAt = performance.now()
    await fillShop(count, progressBar(count))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(
      `\n${count} orders in ${database.name} after ${seconds} s; npm run ledger:verify looks at the money.`,
    )
  } finally {
    await disconnectMongo()
    await database.close()
  }
})

/**
 * A database given by settings must belong to a shop with only simulated providers, like that of `npm
 * start` without keys.
 */
function refuseReal(): void {
  const envFile = resolve(import.meta.dirname, '../..', '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  if (process.env.MONGODB_URI) {
    refuseProductionData(readEnv())
    return
  }
  const simulated = providersToSimulate(process.env)
  const real = everyVendor.filter((vendor) => !simulated.includes(vendor)).map(({ title }) => title)
  if (real.length === 0) return
  throw new CliError(
    `Made-up orders belong only where everything is simulated, and here are ${real.join(', ')}.`,
  )
}
