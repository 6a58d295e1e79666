/**
 * `npm run audit:verify`: follows the chain of the audit log and prints the first broken entry; exits with
 * code 1 then. `-- --anchor 184220:9a5e…` compares the chain with an anchor that was written down
 * elsewhere; the workers log each anchor under `audit_sealed`. The latest anchor is in Redis and is read
 * where REDIS_URL is set. Reads MONGODB_URI, else the database of `npm start`. `-- --csv FILE` checks an
 * exported file instead and compares each of its rows with the log, or with `--alone` only with itself and
 * the anchors.
 */
import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Anchor,
  anchorHashesInLog,
  parseAnchor,
  readAnchor,
  verifyAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { type AuditEvidence, verifyAuditCsv } from '@jhatpat/shared/domain/back-office/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { breakText, csvTexts } from './ledger/audit-texts.ts'
import { findDatabase } from './ledger/find-database.ts'
import { CliError, runMain } from './processes/cli-error.ts'

const dataDir = resolve(import.meta.dirname, '..', '.data')
const log = createLogger('audit', 'silent')
const unanchored = 'no break found; only an anchor shows whether its end was removed'

await runMain(async () => {
  const { csv, alone, ...given } = readArguments()
  if (alone && csv === undefined) throw new CliError('--alone applies to a file: name it with --csv FILE.')
  const known = await anchorInRedis(process.env).catch((error: unknown) => {
    if (!alone) throw error
    console.error('Redis does not answer: its anchor is not among those that the file was held against.')
    return undefined
  })
  const anchors = [...anchorsIn(given.anchor), ...(known ? [known] : [])]
  if (csv === undefined) return withDatabase((name) => verifyLog(name, anchors))
  if (!existsSync(csv)) throw new CliError(`There is no file ${csv}.`)
  if (alone) return verifyFile(csv, { anchors })
  await withDatabase(() => verifyFile(csv, { anchors, anchorHashesInLog }))
})

function readArguments() {
  const { values } = parseArgs({
    options: {
      anchor: { type: 'string', multiple: true, default: [] },
      csv: { type: 'string' },
      alone: { type: 'boolean', default: false },
    },
  })
  return values
}

async function withDatabase(look: (name: string) => Promise<void>): Promise<void> {
  const database = await findDatabase(dataDir, process.env)
  try {
    await connectMongo(database.uri, log)
    await look(database.name)
  } finally {
    await disconnectMongo()
    await database.close()
  }
}

async function verifyLog(name: string, anchors: readonly Anchor[]): Promise<void> {
  const since = performance.now()
  const { entries, waiting, end, broken } = await verifyAudit(anchors)
  const comparedWith =
    anchors.length === 0 ? 'no anchor to hold it against' : `against ${anchors.length} anchors`
  console.log(
    `audit log of ${name}: ${entries} entries, ${waiting} not sealed yet, ${comparedWith}, ${secondsSince(since)} s`,
  )
  if (end) console.log(`last link: ${end.n}:${end.hash}`)
  console.log(broken ? breakText(broken) : anchors.length > 0 ? 'unbroken' : unanchored)
  if (broken) process.exitCode = 1
}

async function verifyFile(path: string, against: AuditEvidence): Promise<void> {
  const since = performance.now()
  const check = await verifyAuditCsv(createReadStream(path, 'utf8'), against).catch((error: unknown) => {
    throw error instanceof RangeError ? new CliError(`${path}: ${error.message}`) : error
  })
  const anchors = against.anchors?.length ?? 0
  const [counts, ...more] = csvTexts(check, { anchors, log: against.anchorHashesInLog !== undefined })
  console.log([`${path}: ${counts}, ${secondsSince(since)} s`, ...more].join('\n'))
  if (check.faultCount > 0) process.exitCode = 1
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function anchorsIn(texts: readonly string[]): Anchor[] {
  return texts.map((text) => {
    const anchor = parseAnchor(text)
    if (!anchor)
      throw new CliError(`${text} is no anchor: it is a number, a colon and 64 letters and digits.`)
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
