import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { elapsed } from '../../../scripts/launcher/reporter.ts'
import type { SeenDuringRoll } from '../customer/buy-during-roll.ts'
import { succeed } from '../engine/engine.ts'
import { sold } from '../shop/catalogue.ts'
import { ownImage } from '../shop/compose-override.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { shopHost } from '../shop/shop-settings.ts'
import { type Checks, must } from './checks.ts'
import { asCustomer, forgetLimits } from './customers.ts'
import { type Host, prepareHost, runOnHost } from './host.ts'
import { createUser } from './operator.ts'
import { checkSecrets } from './secrets.ts'

const buyers = 'jhatpat-deployment-buyers'
/** What the promise of deploy:roll allows. */
const most = { gapMs: 3_000, orderMs: 20_000 }

/**
 * Four customers buy while processes are replaced: by a roll that is killed, by new passwords, by a broken image, and by
 * the way back.
 */
export async function checkRoll(
  checks: Checks,
  host: Host,
  rotated: Parameters<typeof checkSecrets>[2],
): Promise<void> {
  const { engine, shop } = host
  await prepareHost(host)
  await shop.up()
  const customers = []
  for (const index of [1, 2, 3, 4])
    customers.push(
      await createUser(shop, { role: 'user', mobile: `987650010${index}`, name: `buyer-${index}` }),
    )
  await forgetLimits(shop)
  const shopping = { url: `https://${shopHost}`, simulators: 'http://simulators:3001', customers, ...sold }
  const seeing = asCustomer<SeenDuringRoll>(shop, {
    step: 'buyDuringRoll',
    argument: shopping,
    name: buyers,
    timeoutMs: 1_200_000,
  })
  seeing.catch(() => undefined)
  await checkKilledRoll(checks, host)
  await checkSecrets(checks, host, rotated)
  await checkBrokenImage(checks, host)
  await checks.check('four customers had no failed request, and no order was lost or slow', async () => {
    await engine.docker(['kill', '--signal', 'SIGTERM', buyers])
    const seen = await seeing
    must(seen.failures.length === 0, [...seen.failures, await whatNginxSaw(shop)].join('\n'))
    must(seen.orders > 20, `There were ${seen.orders} orders only.`)
    must(seen.disconnections > 0, 'No socket was disconnected, so nothing was replaced.')
    must(seen.longestGapMs <= most.gapMs, `A socket was away for ${seen.longestGapMs} ms.`)
    must(seen.slowestOrderMs <= most.orderMs, `An order took ${seen.slowestOrderMs} ms.`)
    await succeed('ledger:verify', shop.cli(['ledger:verify']))
    return `${seen.requests} requests, ${seen.orders} orders, the slowest ${seen.slowestOrderMs} ms; ${seen.disconnections} sockets connected again within ${seen.longestGapMs} ms`
  })
}

/** The requests that nginx could not have answered. */
async function whatNginxSaw(shop: ComposedShop): Promise<string> {
  const { output } = await shop.compose(['logs', '--no-color', 'web'])
  const failed = output.split('\n').filter((line) => /" 50\d /.test(line))
  return ['Of the log of nginx:', ...failed.slice(-20)].join('\n')
}

async function checkKilledRoll(checks: Checks, host: Host): Promise<void> {
  const { shop } = host
  await checks.check('deploy:roll with a canary is killed, and the same command replaces all', async () => {
    await shop.build({ APP_REVISION: 'b'.repeat(40) })
    const startedAt = performance.now()
    const killed = rollOnHost(host, ['--canary', '--canary-seconds', '15'])
    await killed.line(/ is ready$/)
    killed.child.kill('SIGKILL')
    await killed.ended
    const { code, output } = await rollOnHost(host, ['--canary', '--canary-seconds', '15']).ended
    must(code === 0, output)
    must(output.includes('watch the canaries'), output)
    await requireRevision(host, 'b')
    return elapsed(startedAt)
  })
}

/** Its api never answers; its workers are in order. */
async function checkBrokenImage(checks: Checks, host: Host): Promise<void> {
  const { engine, shop } = host
  await checks.check(
    'deploy:roll stops at an image whose api never gets ready, and --back returns',
    async () => {
      const image = ownImage('jhatpat-app')
      const dockerfile = join(engine.folder, 'broken.Dockerfile')
      const hangs = `RUN echo 'setInterval(() => undefined, 1000)' > api/src/main.ts`
      await writeFile(dockerfile, `FROM ${image}\nUSER root\n${hangs}\nUSER node\n`)
      await succeed('docker build', engine.docker(['build', '--tag', image, '-'], { input: dockerfile }))
      const broken = await rollOnHost(host, ['--ready-within', '30']).ended
      must(broken.code === 1 && broken.output.includes('The step "replace api" failed'), broken.output)
      const back = await rollOnHost(host, ['--back']).ended
      must(back.code === 0, back.output)
      await requireRevision(host, 'b')
      const { output } = await shop.compose(['ps', '--quiet', 'api', 'workers'])
      must(output.split(/\s+/).length === 4, `There are ${output.split(/\s+/).length} processes.`)
      return undefined
    },
  )
}

/** Two processes of each service run, all of this revision's image. */
async function requireRevision({ engine, shop }: Host, letter: string): Promise<void> {
  const ids = await succeed('docker compose ps', shop.compose(['ps', '--quiet', 'api', 'workers']))
  const format = '{{range .Config.Env}}{{println .}}{{end}}'
  const settings = await succeed(
    'docker inspect',
    engine.docker(['inspect', '--format', format, ...ids.split(/\s+/)]),
  )
  const revisions = settings.split('\n').filter((line) => line.startsWith('APP_REVISION='))
  must(revisions.length === 4, `${revisions.length} processes run.`)
  for (const line of revisions) must(line.endsWith(letter.repeat(40)), `A process has ${line}.`)
}

const rollOnHost = (host: Host, options: readonly string[]) => runOnHost(host, ['deploy:roll', ...options])
