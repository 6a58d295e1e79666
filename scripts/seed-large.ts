/**
 * `npm run seed:large -- --orders 1000000`: fills the database at MONGODB_URI, or that of the shop of `npm start`, with
 * so many orders of made-up customers, their wallets and the ledger. A shop in which anything is real refuses it.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrations } from '@jhatpat/shared/domain/migrations.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { refuseRealShop } from './demo-data/refuse-real-shop.ts'
import { fillShop } from './large/fill-shop.ts'
import { progressBar } from './large/progress-bar.ts'
import { findDatabase } from './ledger/find-database.ts'
import { Refusal, runMain } from './refusal.ts'

const dataDir = resolve(import.meta.dirname, '..', '.data')

await runMain(async () => {
  const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } })
  const count = Number(values.orders)
  if (!Number.isInteger(count) || count < 1)
    throw new Refusal('--orders takes a whole number, such as 1000000.')
  refuseRealShop(readEnv())
  const database = await findDatabase(dataDir, process.env)
  try {
    await connectMongo(database.uri, createLogger('seed', 'silent'))
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
