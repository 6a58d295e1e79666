import { backupRun, readQuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { expectSuccess, recordSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import mongoose from 'mongoose'
import * as z from 'zod'
import { dateOf } from '../../backup/manifest.ts'
import { notOpened, requireOpenShop, requireOwnFolder } from '../../backup/require-open-shop.ts'
import { applyRetention } from '../../backup/retention.ts'
import { runBackups } from '../../backup/run-backups.ts'
import { historyWarning, type TakenBackup, takeBackup } from '../../backup/take-backup.ts'
import { CliError } from '../../processes/cli-error.ts'
import { type CliContext, defineCommand } from '../kit/command.ts'
import { Fault } from '../kit/fault.ts'
import { flag } from '../kit/fields.ts'

export const backupKeys = defineCommand({
  name: 'backup:keys',
  summary: 'creates the pair of keys for backups; run it on a machine that is not the shop’s',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async () => {
    const identity = await generateX25519Identity()
    const recipient = await identityToRecipient(identity)
    return {
      value: { BACKUP_RECIPIENT: recipient, identity },
      text: `BACKUP_RECIPIENT=${recipient}\n\nPut it into the shop’s settings. The private key opens every backup: keep it away from the shop’s machines, in two places.\n\n${identity}`,
    }
  },
})

export const backup = defineCommand({
  name: 'backup',
  summary: 'saves the whole database, encrypted, and deletes expired backups; --follow keeps doing so',
  example: '--follow',
  parameters: {
    '--follow': 'keep running: save every write as it happens, and a backup every BACKUP_EVERY_HOURS',
  },
  input: z.strictObject({ follow: flag() }),
  run: async (context, { follow }) => {
    const parts = await backupParts(context, follow)
    if (follow) {
      await runBackups({ ...parts, signal: endSignal() })
      return { value: { isStopped: true }, text: 'Stopped.' }
    }
    const { taken, expired } = await backUpOnce(parts)
    return { value: { ...taken, snapshot: dateOf(taken.snapshot), expired }, text: textOf(taken, expired) }
  },
})

/** Aborts when the process is to end. */
function endSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  return stopping.signal
}

export type BackupRun = Awaited<ReturnType<typeof backupParts>>

/** @throws CliError without BACKUP_RECIPIENT */
async function backupParts(context: CliContext, isFollowing: boolean) {
  const env = context.env()
  requireRecipient(env)
  // `restore` refuses while it is connected: it would save the restoration.
  const { clock } = await context.database({ isShopProcess: isFollowing })
  const log = createLogger('backup', env.LOG_LEVEL)
  const client = mongoose.connection.getClient()
  const { name: database } = mongoose.connection
  await requireOpenShop(client.db(database))
  if (await readQuietMode()) throw new Fault(notOpened)
  await requireOwnFolder({ env, folder: env.BACKUP_DIR, database })
  await expectSuccess(backupRun, clock.now())
  return {
    client,
    database,
    folder: env.BACKUP_DIR,
    recipient: env.BACKUP_RECIPIENT,
    env,
    clock,
    log,
    backUp: () =>
      backUpOnce({ client, database, folder: env.BACKUP_DIR, recipient: env.BACKUP_RECIPIENT, env, clock }),
  }
}

function requireRecipient({ BACKUP_RECIPIENT }: Env): void {
  if (BACKUP_RECIPIENT === '')
    throw new CliError(
      'Setting BACKUP_RECIPIENT is missing: npm run cli -- backup:keys makes it, on a machine that is not the shop’s.',
    )
}

/** Takes a backup, records its success, and deletes expired ones. */
async function backUpOnce(
  parts: Parameters<typeof takeBackup>[0] & { env: Env },
): Promise<{ taken: TakenBackup; expired: string[] }> {
  const taken = await takeBackup(parts)
  const now = parts.clock.now()
  await recordSuccess(backupRun, now)
  const expired = await applyRetention(parts, { keepDays: parts.env.BACKUP_KEEP_DAYS, now })
  return { taken, expired }
}

const textOf = (taken: TakenBackup, expired: readonly string[]): string =>
  [
    `Backup ${taken.id}: ${taken.documents} documents in ${taken.seconds.toFixed(1)} s, ${Math.ceil(taken.bytes / 1_024)} KiB, as of ${dateOf(taken.snapshot).toISOString()}.`,
    ...(expired.length > 0 ? [`Deleted as expired: ${expired.join(', ')}.`] : []),
    historyWarning(taken),
  ]
    .filter(Boolean)
    .join('\n')
