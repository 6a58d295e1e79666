/**
 * `npm run lighthouse`: how fast the built shop is on a mid-range phone with a slow network: home, a
 * product, the login and an order, each loaded five times (`--quick`: once), the median of each figure in a
 * table. Exits with code 1 when one exceeds its limit. `--only home,login` takes some; `--verbose` names
 * Lighthouse's findings.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { visitorCookies } from '@jhatpat/shared/contracts/initial-data.ts'
import { type BrowserContext, chromium } from '@playwright/test'
import { openShop } from '../../scripts/demo/shop.ts'
import { buildApps } from '../../scripts/launcher/builds.ts'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { type Stack, startStack } from '../../scripts/launcher/stack.ts'
import { runMain } from '../../scripts/processes/cli-error.ts'
import { freePorts } from '../../scripts/processes/free-port.ts'
import { sessionOf, storageOf, type Who } from '../e2e/kit/session.ts'
import { provideChromium } from '../runner/chromium.ts'
import { broken, type Metrics, medianOf, tableOf } from './limits.ts'
import { loadPage } from './load-page.ts'
import { maxInteractionMs, measureInteractions } from './measure-interactions.ts'

type Measured = { name: string; who: Who; path: string; closedToSearch?: boolean }

const options = {
  quick: { type: 'boolean' },
  only: { type: 'string' },
  verbose: { type: 'boolean' },
} as const
const { quick, only } = parseArgs({ options }).values
const isWanted = ({ name }: Pick<Measured, 'name'>) => !only || only.split(',').includes(name)

await runMain(async () => {
  const reporter = terminalReporter()
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-lighthouse-'))
  await buildApps(resolve(import.meta.dirname, '../..'), reporter)
  const stack = await startStack({ dataDir, env: { ...process.env, PORT: '' }, reporter })
  try {
    const pages = (await pagesOf(stack)).filter(isWanted)
    const results: { name: string; metrics: Metrics }[] = []
    for (const page of pages) {
      const metrics = await reporter.step(`Loading ${page.path}`, () => measure(stack, page))
      results.push({ name: page.name, metrics })
    }
    const interactionMs = isWanted({ name: 'interactions' })
      ? await reporter.step('Measuring interactions', () => withBrowser(stack, 'asha', measureInteractions))
      : undefined
    console.log(`\n${tableOf(results).join('\n')}\n`)
    if (interactionMs !== undefined) console.log(`Slowest interaction: ${interactionMs} ms\n`)
    const faults = results.flatMap(({ name, metrics }, place) => {
      const measured = pages[place]?.closedToSearch ? { ...metrics, seo: 100 } : metrics
      return broken(measured).map((fault) => `${name}: ${fault}`)
    })
    if (interactionMs !== undefined && interactionMs >= maxInteractionMs)
      faults.push(`an interaction took ${interactionMs} ms, must be less than ${maxInteractionMs}`)
    for (const fault of faults) console.log(`  ✗ ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

async function pagesOf(stack: Stack): Promise<Measured[]> {
  const shop = await openShop(stack)
  const order = await shop.buy({
    product: 'mobile-legends',
    item: '86 Diamonds',
    input1: '612000001',
    input2: '2001',
    paymentmode: 'upi',
  })
  await shop.pay(order)
  shop.close()
  return [
    { name: 'home', who: 'visitor', path: '/' },
    { name: 'product', who: 'visitor', path: '/product/mobile-legends' },
    { name: 'login', who: 'visitor', path: '/login' },
    { name: 'order', who: 'asha', path: `/confirmation?client_txn_id=${order}`, closedToSearch: true },
  ]
}

function measure(stack: Stack, { who, path }: Measured): Promise<Metrics> {
  return withBrowser(stack, who, async (_context, port) => {
    const loads: Metrics[] = []
    for (let load = 0; load < (quick ? 1 : 5); load += 1) loads.push(await loadPage(stack.url + path, port))
    return medianOf(loads)
  })
}

/** A separate browser with a signed-in person and today's popup closed. */
async function withBrowser<T>(
  { url }: Stack,
  who: Who,
  use: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const executablePath = await provideChromium(console.error)
  const [port = 0] = await freePorts(1)
  const profile = await mkdtemp(join(tmpdir(), 'jhatpat-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    baseURL: url,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
  })
  try {
    const { origins } = storageOf(url, await sessionOf(url, who))
    const page = await context.newPage()
    // A page of the shop's origin without scripts.
    await page.goto('/robots.txt')
    for (const { name, value } of origins[0]?.localStorage ?? [])
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const)
    // The cookie that the shop set at the sign-in.
    if (who !== 'visitor') await context.addCookies([{ name: visitorCookies.member, value: '1', url }])
    return await use(context, port)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}
