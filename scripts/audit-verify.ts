/**
 * `npm run audit:verify`: follows the chain of the audit log and tells the first link that does not hold; ends with
 * code 1 then. `-- --anchor 184220:9a5e…` holds it against a link that was written down elsewhere, as each one is in
 * the workers' log under `audit_sealed`; the latest is in Redis, and is asked for where REDIS_URL is set. Looks at
 * MONGODB_URI, else at the shop of `npm start`.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Anchor, parseAnchor, readAnchor, verifyAudit } from '@jhatpat/shared/domain/audit/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { breakText } from './ledger/break-text.ts'
import { findDatabase } from './ledger/find-database.ts'
import { Refusal, runMain } from './refusal.ts'

const dataDir = resolve(import.meta.dirname, '..', '.data')
const log = createLogger('audit', 'silent')

await runMain(async () => {
  const given = givenAnchors()
  const database = await findDatabase(dataDir, process.env)
  try {
    await connectMongo(database.uri, log)
    const known = await anchorInRedis(process.env)
    const anchors = [...given, ...(known ? [known] : [])]
    const startedAt = performance.now()
    const { entries, waiting, end, broken } = await verifyAudit(anchors)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const held = anchors.length === 0 ? 'no anchor to hold it against' : `against ${anchors.length} anchors`
    console.log(
      `audit log of ${database.name}: ${entries} entries, ${waiting} not sealed yet, ${held}, ${seconds} s`,
    )
    if (end) console.log(`last link: ${end.n}:${end.hash}`)
    console.log(broken ? breakText(broken) : anchors.length > 0 ? 'unbroken' : unanchored)
    if (broken) process.exitCode = 1
  } finally {
    await disconnectMongo()
    await database.close()
  }
})

const unanchored = 'no break found; whether its end was cut off only an anchor tells'

function givenAnchors(): Anchor[] {
  const { values } = parseArgs({ options: { anchor: { type: 'string', multiple: true } } })
  return (values.anchor ?? []).map((text) => {
    const anchor = parseAnchor(text)
    if (!anchor) throw new Refusal(`${text} is no anchor: it is a number, a colon and 64 letters and digits.`)
    return anchor
  })
}

async function anchorInRedis({
  REDIS_URL: url,
  QUEUE_PREFIX = 'jhatpat',
}: NodeJS.ProcessEnv): Promise<Anchor | undefined> {
  if (!url) return undefined
  const redis = connectRedis(url, log)
  try {
    return await readAnchor({ redis, env: { QUEUE_PREFIX } })
  } finally {
    redis.disconnect()
  }
}
