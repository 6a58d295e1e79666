/**
 * Duration and memory of the ledger's verifications: fills a database in a temporary folder with a number
 * of orders (a million by default), seals its days, and verifies the open days and then the whole history.
 * Exits with code 1 where they differ, or where this process needed more than 512 MB.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { sealDays, verifyHistory, verifyOpenDays } from '@jhatpat/shared/domain/maintenance/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { runMain } from '../../scripts/processes/cli-error.ts'
import { startMongo } from '../../scripts/services/mongodb.ts'
import { fillShop } from '../large-dataset/fill-shop.ts'

const maxMb = 512

await runMain(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-ledger-'))
  const mongo = await startMongo({ dataDir, cacheGb: 0.5 })
  try {
    await connectMongo(mongo.uri, createLogger('ledger', 'silent'), { socketTimeoutMS: 0 })
    await migrate(migrations)
    await timed('filled', () => fillShop(Number(process.argv[2] ?? 1_000_000)))
    await timed('sealed days', () => sealDays(new Date()))
    const open = await timed('verified the open days', () => verifyOpenDays(new Date()))
    const history = await timed('verified the whole history', () => verifyHistory({ now: new Date() }))
    for (const { faults, ...counts } of [open, history]) {
      console.log(JSON.stringify(counts), `${faults.length} differences`)
      if (faults.length > 0) process.exitCode = 1
    }
    if (residentMb() > maxMb) process.exitCode = 1
  } finally {
    await disconnectMongo()
    await mongo.stop(2_000)
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await run()
  console.log(
    `${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${residentMb()} MB at most`,
  )
  return result
}

function residentMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}
