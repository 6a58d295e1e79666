/**
 * `npm run demo`: starts the whole stack on free ports and an empty folder and runs ten journeys through
 * the public calls and sockets, each with its timeline. Exits with 1 when a journey ends differently than
 * expected.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { type Journey, journeys } from './demo/demo-journeys.ts'
import { measureWalletOrders } from './demo/measure.ts'
import { openShop, type Shop } from './demo/shop.ts'
import { terminalReporter } from './launcher/reporter.ts'
import { type Stack, startStack } from './launcher/stack.ts'
import { CliError, runMain } from './processes/cli-error.ts'

/** Short enough to be watched; long enough that a payment made immediately is never late. */
const demoTimings = {
  PAYMENT_WINDOW_MS: '4000',
  PAYMENT_POLL_MS: '500,1000',
  PAYMENT_CHECK_GAP_MS: '300',
  SUPPLIER_POLL_MS: '300',
  LIMIT_PER_CALLER: '10000',
  LIMIT_PAGES: '10000',
  LIMIT_MEDIA: '100000',
}

await runMain(demo)

async function demo(): Promise<void> {
  const startedAt = performance.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-demo-'))
  const stack = await startStack({
    dataDir,
    env: { ...process.env, ...demoTimings, PORT: '' },
    reporter: terminalReporter(),
  })
  try {
    const asExpected = await runAll(stack)
    const balanced = await checkLedger(stack)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const word = balanced ? 'balanced' : 'NOT BALANCED'
    console.log(`demo: ${asExpected} of ${journeys.length} journeys passed, ledger ${word}, ${seconds} s`)
    if (asExpected < journeys.length || !balanced) process.exitCode = 1
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function runAll(stack: Stack): Promise<number> {
  const shop = await openShop(stack)
  let asExpected = 0
  for (const journey of journeys) asExpected += (await runOne(journey, shop)) ? 1 : 0
  await measureWalletOrders(shop)
  shop.close()
  return asExpected
}

async function runOne(journey: Journey, shop: Shop): Promise<boolean> {
  console.log(`\n  ${journey.letter}. ${journey.title}`)
  const startedAt = performance.now()
  const note = (what: string) => {
    console.log(`     ${String(Math.round(performance.now() - startedAt)).padStart(6)} ms  ${what}`)
  }
  try {
    await journey.run(shop, note)
    return true
  } catch (error) {
    note(`DIFFERS: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

async function checkLedger(stack: Stack): Promise<boolean> {
  const uri = stack.env.MONGODB_URI
  if (!uri) throw new CliError('The stack has no MONGODB_URI, so its ledger cannot be checked.')
  await connectMongo(uri, createLogger('demo', 'silent'))
  const { entries, accounts, faults } = await verifyLedger()
  await disconnectMongo()
  console.log(
    `\n  Ledger: ${entries} journal entries over ${accounts} accounts, ${faults.length} differences\n`,
  )
  for (const fault of faults) console.log(`    ${JSON.stringify(fault)}`)
  return faults.length === 0
}
