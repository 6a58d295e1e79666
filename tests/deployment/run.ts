/**
 * `npm test -- deployment`: builds the Dockerfile, runs docker-compose.yml with production settings behind TLS, and
 * checks what docs/how-to/production.md promises. It uses the container engine of this machine, or brings one up.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { elapsed } from '../../scripts/launcher/reporter.ts'
import { CliError, runMain } from '../../scripts/processes/cli-error.ts'
import { type Engine, succeed } from './engine/engine.ts'
import { provideEngine, whyNoEngine } from './engine/find-engine.ts'
import { madeImages } from './images/all-images.ts'
import { provideImage } from './images/made-images.ts'
import { registryImages, withoutDigest } from './shop/compose-override.ts'
import { composeShop } from './shop/composed-shop.ts'
import { type Checks, createChecks } from './shop-checks/checks.ts'
import { checkContainers } from './shop-checks/containers.ts'
import { checkCustomers } from './shop-checks/customers.ts'
import { checkFile } from './shop-checks/file.ts'
import { checkOperator } from './shop-checks/operator.ts'
import { checkStartUnderLoad } from './shop-checks/start-under-load.ts'
import { checkTestcontainers } from './shop-checks/testcontainers.ts'

await runMain(async () => {
  const missing = await whyNoEngine(false)
  if (missing) throw new CliError(`The deployment test did not run: ${missing}.`)
  const checks = createChecks()
  const startedAt = performance.now()
  const engine = await provideEngine()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void engine.stop().finally(() => process.exit(1)))
  try {
    console.log(`  ${engine.description} (${elapsed(startedAt)})`)
    await runAll(engine, checks)
  } finally {
    await engine.stop()
  }
  const report = {
    passed: checks.results.filter(({ reason }) => reason === undefined).length,
    failed: checks.results.filter(({ reason }) => reason !== undefined),
  }
  const { values } = parseArgs({ options: { report: { type: 'string' } } })
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
    if (isUp) {
      const account = await checkOperator(checks, shop)
      if (account) await checkCustomers(checks, { shop, account })
      await checkContainers(checks, engine, shop)
    } else await printLogs(shop)
    await shop.down()
    await checkStartUnderLoad(checks, shop)
    await shop.down()
    await checkTestcontainers(checks, engine)
  } finally {
    await shop.down()
    if (engine.isOwn) await forgetOldImages(engine)
  }
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
  await engine.docker(['builder', 'prune', '--force', '--keep-storage', '4g'])
}
