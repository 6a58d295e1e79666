import { succeed } from '../engine/engine.ts'
import { sold } from '../shop/catalogue.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { shopHost } from '../shop/shop-settings.ts'
import { type Checks, must } from './checks.ts'
import type { CustomerAccount } from './operator.ts'

interface Open {
  shop: ComposedShop
  account: CustomerAccount
}

const overTls = `https://${shopHost}`
const overNginx = 'http://web:8080'

/** What customers see through both proxies, and what they cannot do. */
export async function checkCustomers(checks: Checks, { shop, account }: Open): Promise<void> {
  await checks.check(
    'one order by UPI and one from the wallet are completed over TLS, seen over sockets',
    async () => {
      const purchase = { url: overTls, simulators: 'http://simulators:3001', ...account, ...sold }
      const seen = await asCustomer<{ upi: string[]; wallet: string[] }>(shop, {
        step: 'buyOverTls',
        argument: purchase,
      })
      for (const statuses of [seen.upi, seen.wallet]) {
        must(statuses.at(-1) === 'Completed', `The last status was ${statuses.at(-1)}.`)
        must(statuses.length > 1, 'No status arrived over the socket.')
      }
      return `UPI ${seen.upi.join(' → ')}; wallet ${seen.wallet.join(' → ')}`
    },
  )
  await checks.check('/readyz and /metrics are 404 from outside, whatever a caller claims', async () => {
    const urls = [overTls, overNginx].flatMap((origin) => [`${origin}/readyz`, `${origin}/metrics`])
    const answers = await asCustomer<Record<string, number>>(shop, {
      step: 'outsideAnswers',
      argument: { urls },
    })
    for (const [url, status] of Object.entries(answers))
      must(status === 404, `${url} answered ${status - 1_000}.`)
    return undefined
  })
  await checks.check('a forged address is not believed with TRUST_PROXY=2, behind both proxies', () =>
    forge(shop, { url: overTls, ...account }),
  )
  await checks.check('a forged address is not believed with TRUST_PROXY=1, behind nginx alone', async () => {
    await shop.up({ TRUST_PROXY: '1' })
    return forge(shop, { url: overNginx, ...account })
  })
}

interface Forged {
  statuses: Record<string, number>
  own: string[]
  sockets: { opened: number; refused: number }
}

async function forge(shop: ComposedShop, target: CustomerAccount & { url: string }): Promise<string> {
  await forgetLimits(shop)
  const since = new Date().toISOString()
  const seen = await asCustomer<Forged>(shop, { step: 'forgeAddresses', argument: target })
  const logs = await succeed(
    'docker compose logs',
    shop.compose(['logs', '--no-color', '--since', since, 'api']),
  )
  const lines = logs.split('\n')
  const addressesOf = (event: string) =>
    lines
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => /"ip":"(?:::ffff:)?([^"]*)"/.exec(line)?.[1] ?? '')
  const failed = addressesOf('sign_in_failed')
  const refused = addressesOf('socket_refused')
  must(
    failed.length > 0 && refused.length > 0,
    `The log has ${failed.length} failed sign-ins and ${refused.length} refused sockets.`,
  )
  for (const address of [...failed, ...refused])
    must(seen.own.includes(address), `The log names ${address}, and the customer is ${seen.own.join(', ')}.`)
  must((seen.statuses['429'] ?? 0) > 0, `80 wrong sign-ins were answered ${JSON.stringify(seen.statuses)}.`)
  must(seen.sockets.refused > 0, '30 sockets of one address were accepted.')
  return `${JSON.stringify(seen.statuses)}, ${seen.sockets.refused} of 30 sockets refused, all logged as ${seen.own[0]}`
}

/** The customer's address has used up its sign-ins. Redis may be lost whole: what is due is in MongoDB. */
export async function forgetLimits(shop: ComposedShop): Promise<void> {
  const flush = 'REDISCLI_AUTH="$(cat /run/secrets/REDIS_PASSWORD)" redis-cli flushall'
  await succeed('redis-cli flushall', shop.compose(['exec', '-T', 'redis', 'sh', '-c', flush]))
}

/** A step of customer/main.ts, with its argument. */
interface Step {
  step: string
  argument: unknown
  /** Of its container. */
  name?: string
  timeoutMs?: number
}

/** Runs it in a container beside the shop. */
export async function asCustomer<Seen>(shop: ComposedShop, options: Step): Promise<Seen> {
  const { step, argument, name, timeoutMs = 300_000 } = options
  const script = ['node', 'tests/deployment/customer/main.ts', step, JSON.stringify(argument)]
  const named = name === undefined ? [] : ['--name', name]
  const run = ['--profile', 'customer', 'run', '--rm', '--no-deps', '-T', ...named, 'customer', ...script]
  const output = await succeed(`the customer's ${step}`, shop.compose(run, { timeoutMs }))
  const seen = /^seen (.*)$/m.exec(output)?.[1]
  if (!seen) throw new Error(output.slice(-2_000))
  return JSON.parse(seen) as Seen
}
