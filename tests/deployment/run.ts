/**
 * `npm test -- deployment`: builds the Dockerfile, runs docker-compose.yml with production settings behind TLS, and
 * checks what docs/how-to/production.md promises. It uses the container engine of this machine, or brings one up.
 * `node tests/deployment/run.ts --only-roll` checks only that deploy:roll and secrets:rotate lose nothing.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { elapsed } from '../../scripts/launcher/reporter.ts'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { type Engine, succeed } from './engine/engine.ts'
import { provideEngine, whyNoEngine } from './engine/find-engine.ts'
import { interrupted, interruptOnSignal } from './engine/interruption.ts'
import { madeImages } from './images/all-images.ts'
import { provideImage } from './images/made-images.ts'
import { ownImage, registryImages, withoutDigest } from './shop/compose-override.ts'
import { composeShop } from './shop/composed-shop.ts'
import { checkBackups, checkBackupsWithoutRecipient } from './shop-checks/backups.ts'
import { type Checks, createChecks } from './shop-checks/checks.ts'
import { checkContainers } from './shop-checks/containers.ts'
import { checkCustomers } from './shop-checks/customers.ts'
import { checkFile } from './shop-checks/file.ts'
import type { Host } from './shop-checks/host.ts'
import { checkOperator } from './shop-checks/operator.ts'
import { checkRoll } from './shop-checks/roll.ts'
import { checkStartUnderLoad } from './shop-checks/start-under-load.ts'
import { checkTestcontainers } from './shop-checks/testcontainers.ts'

const { values } = parseArgs({ options: { report: { type: 'string' }, 'only-roll': { type: 'boolean' } } })
const isOnlyRoll = values['only-roll'] === true
/** Each takes two minutes: a whole run replaces the one that needs a second user meanwhile. */
const rotated = isOnlyRoll ? (['redis', 'mongodb'] as const) : (['mongodb'] as const)

await runMain(async () => {
  const missing = await whyNoEngine(false)
  if (missing) throw new CliError(`The deployment test did not run: ${missing}.`)
  const checks = createChecks()
  const startedAt = performance.now()
  interruptOnSignal()
  const engine = await provideEngine()
  try {
    console.log(`  ${engine.description} (${elapsed(startedAt)})`)
    await runAll(engine, checks)
  } finally {
    await engine.stop()
  }
  if (interrupted.aborted) throw new CliError('The deployment test was interrupted. Its shop is taken down.')
  const report = {
    passed: checks.results.filter(({ reason }) => reason === undefined).length,
    failed: checks.results.filter(({ reason }) => reason !== undefined),
  }
  if (values.report !== undefined) await writeFile(values.report, JSON.stringify(report))
  if (report.failed.length > 0) process.exitCode = 1
})

async function runAll(engine: Engine & { folder: string }, checks: Checks): Promise<void> {
  if (engine.isOwn) await makeImages(engine, checks)
  const shop = await composeShop(engine)
  try {
    // What a killed run left in an engine that was there already.
    await shop.down()
    await checkFile(checks, engine, shop)
    const isBuilt = await checks.check('the Dockerfile builds, with all its targets', () =>
      shop.build().then(() => undefined),
    )
    if (!isBuilt) return
    const isUp = await checks.check('docker compose up --wait: every service is healthy', async () => {
      await shop.up({ TRUST_PROXY: '2' })
      return undefined
    })
    if (isUp) await checkRunningShop(checks, { engine, shop })
    else await printLogs(shop)
    await shop.down()
    if (isOnlyRoll) return
    await checkStartUnderLoad(checks, shop)
    await checkBackupsWithoutRecipient(checks, engine, shop)
    await shop.down()
    await checkTestcontainers(checks, engine)
  } finally {
    await shop.down()
    if (engine.isOwn && !interrupted.aborted) await forgetOldImages(engine)
  }
}

async function checkRunningShop(checks: Checks, { engine, shop }: Host): Promise<void> {
  const account = await checkOperator(checks, shop)
  if (!isOnlyRoll) {
    if (account) await checkCustomers(checks, { shop, account })
    await checkBackups(checks, shop)
    await checkContainers(checks, engine, shop)
  }
  await checkRoll(checks, { engine, shop }, rotated)
}

async function makeImages(engine: Engine & { folder: string }, checks: Checks): Promise<void> {
  for (const image of await registryImages()) {
    const name = withoutDigest(image)
    await checks.check(`an image for ${name}, without a registry`, async () => {
      const make = madeImages[name.split(':')[0] ?? '']
      if (!make) throw new Error(`tests/deployment/images/all-images.ts makes no ${name}.`)
      return provideImage(engine, name, await make())
    })
  }
}

async function printLogs(shop: Awaited<ReturnType<typeof composeShop>>): Promise<void> {
  console.log((await shop.compose(['ps', '--all'])).output)
  console.log((await shop.compose(['logs', '--tail', '30'])).output.slice(-12_000))
}

/** Layers that the next build does not use. */
async function forgetOldImages(engine: Engine): Promise<void> {
  await succeed('docker image prune', engine.docker(['image', 'prune', '--force']))
  // What a roll leaves to return to.
  await engine.docker(['image', 'rm', '--force', `${ownImage('jhatpat-app')}:former`])
  const builds = ['builder', 'prune', '--force', '--keep-storage', '4g']
  await succeed('docker builder prune', engine.docker(builds))
}
