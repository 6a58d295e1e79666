import { createReadStream, existsSync } from 'node:fs'
import {
  type Anchor,
  anchorHashesInLog,
  parseAnchor,
  readAnchor,
  verifyAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { type AuditEvidence, verifyAuditCsv } from '@jhatpat/shared/domain/back-office/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { readSecretFiles } from '@jhatpat/shared/platform/secret-settings.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { type CliContext, defineCommand, type Outcome } from '../kit/command.ts'
import { flag, name } from '../kit/fields.ts'
import { breakText, csvTexts } from '../verification/audit-texts.ts'

const unanchored = 'no break found; only an anchor shows whether its end was removed'

/**
 * Follows the chain of the audit log. An anchor is compared with the chain: the workers log each under
 * `audit_sealed`, and the latest is in Redis and is read where REDIS_URL is set.
 */
export const auditVerify = defineCommand({
  name: 'audit:verify',
  summary: 'follows the chain of the audit log to the first broken entry; exits with 1 when there is one',
  example: '--anchor 184220:9a5e…',
  parameters: {
    '--anchor <anchor...>': 'an anchor that was written down elsewhere: number, colon and hash',
    '--csv <file>': 'check an exported file, and compare each of its rows with the log',
    '--alone': 'with --csv: check the file only with itself and the anchors, without a database',
  },
  input: z.strictObject({
    anchor: z.array(z.string()).default([]),
    csv: name(1_000).optional(),
    alone: flag(),
  }),
  run: async (context, { anchor, csv, alone }) => {
    if (alone && csv === undefined) throw new CliError('--alone applies to a file: name it with --csv FILE.')
    if (csv !== undefined && !existsSync(csv)) throw new CliError(`There is no file ${csv}.`)
    const written = anchorsIn(anchor)
    const known = await anchorInRedis(context.settings).catch((error: unknown) => {
      if (!alone) throw error
      context.report('Redis does not answer: its anchor is not among those that the file was compared with.')
      return undefined
    })
    const anchors = [...written, ...(known ? [known] : [])]
    if (csv === undefined) return verifyLog(context, anchors)
    if (alone) return verifyFile(csv, { anchors })
    await context.database()
    return verifyFile(csv, { anchors, anchorHashesInLog })
  },
})

async function verifyLog(context: CliContext, anchors: readonly Anchor[]): Promise<Outcome> {
  const { name: database } = await context.database()
  const since = performance.now()
  const { entries, waiting, end, broken } = await verifyAudit(anchors)
  const comparedWith =
    anchors.length === 0 ? 'no anchor to hold it against' : `against ${anchors.length} anchors`
  const lines = [
    `audit log of ${database}: ${entries} entries, ${waiting} not sealed yet, ${comparedWith}, ${secondsSince(since)} s`,
    ...(end ? [`last link: ${end.n}:${end.hash}`] : []),
    broken ? breakText(broken) : anchors.length > 0 ? 'unbroken' : unanchored,
  ]
  return {
    value: { entries, waiting, end: end ?? null, anchors: anchors.length, broken: broken ?? null },
    text: lines.join('\n'),
    exitCode: broken ? 1 : 0,
  }
}

async function verifyFile(path: string, against: AuditEvidence): Promise<Outcome> {
  const since = performance.now()
  const check = await verifyAuditCsv(createReadStream(path, 'utf8'), against).catch((error: unknown) => {
    throw error instanceof RangeError ? new CliError(`${path}: ${error.message}`) : error
  })
  const anchors = against.anchors?.length ?? 0
  const [counts, ...more] = csvTexts(check, { anchors, log: against.anchorHashesInLog !== undefined })
  return {
    value: check,
    text: [`${path}: ${counts}, ${secondsSince(since)} s`, ...more].join('\n'),
    exitCode: check.faultCount > 0 ? 1 : 0,
  }
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

async function anchorInRedis(settings: NodeJS.ProcessEnv): Promise<Anchor | undefined> {
  const { REDIS_URL: url, QUEUE_PREFIX } = readSecretFiles(settings).source
  if (!url) return undefined
  const redis = connectRedis(url, createLogger('audit', 'silent'))
  try {
    return await readAnchor({ redis, env: { QUEUE_PREFIX: QUEUE_PREFIX || 'jhatpat' } })
  } finally {
    redis.disconnect()
  }
}
