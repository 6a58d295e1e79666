/**
 * `npm run ledger:verify`: folds the whole ledger and compares it with the wallets, orders and top-ups. Prints what it
 * looked at, how long it took and a table of differences; ends with code 1 when there are any. Looks at MONGODB_URI,
 * else at the shop of `npm start`.
 */
import { resolve } from 'node:path'
import { verifyMoney } from '@jhatpat/shared/domain/payables/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { faultTable } from './ledger/fault-table.ts'
import { findDatabase } from './ledger/find-database.ts'
import { runMain } from './refusal.ts'

const dataDir = resolve(import.meta.dirname, '..', '.data')

await runMain(async () => {
  const database = await findDatabase(dataDir, process.env)
  try {
    await connectMongo(database.uri, createLogger('ledger', 'silent'))
    const startedAt = performance.now()
    const { sets, entries, accounts, faults } = await verifyMoney()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const word = faults.length === 0 ? 'no differences' : inWords(faults.length)
    console.log(
      `ledger of ${database.name}: ${entries} entries in ${sets} sets over ${accounts} accounts, ${word}, ${seconds} s`,
    )
    if (faults.length === 0) return
    console.log(`\n${faultTable(faults).join('\n')}`)
    process.exitCode = 1
  } finally {
    await disconnectMongo()
    await database.close()
  }
})

function inWords(count: number): string {
  return count === 1 ? '1 difference' : `${count} differences`
}
