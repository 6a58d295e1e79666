/**
 * How long the ledger's check takes: fills a database in a temporary folder with so many entries (a million without a
 * number) of orders and top-ups that agree, checks it, and prints the time. Ends with code 1 beyond a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '@jhatpat/shared/domain/migrations.ts'
import { verifyMoney } from '@jhatpat/shared/domain/payables/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { fillLedger } from './ledger/fill-ledger.ts'
import { runMain } from './refusal.ts'
import { startMongo } from './services/mongodb.ts'

const limitSeconds = 60

await runMain(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-ledger-'))
  const mongo = await startMongo({ dataDir, cacheGb: 0.5 })
  try {
    await connectMongo(mongo.uri, createLogger('ledger', 'silent'))
    await migrate(migrations)
    await fillLedger(Number(process.argv[2] ?? 1_000_000))
    const startedAt = performance.now()
    const { sets, entries, accounts, faults } = await verifyMoney()
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `checked ${entries} entries in ${sets} sets over ${accounts} accounts in ${seconds.toFixed(1)} s, ${faults.length} differences`,
    )
    if (seconds > limitSeconds || faults.length > 0) process.exitCode = 1
  } finally {
    await disconnectMongo()
    await mongo.stop(2_000)
    await rm(dataDir, { recursive: true, force: true })
  }
})
