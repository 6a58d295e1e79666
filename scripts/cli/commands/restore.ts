import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { countShopConnections } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import * as z from 'zod'
import { dateOf } from '../../backup/manifest.ts'
import { planRestore, type Restored, requireEmpty, restoreBackup } from '../../backup/restore-backup.ts'
import { CliError } from '../../processes/cli-error.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/fields.ts'
import { identityFile } from '../kit/identity-file.ts'
import { plural } from '../kit/table.ts'

export const restore = defineCommand({
  name: 'restore',
  summary: 'restores a backup into an empty database, which stays quiet until restore:open',
  example: '--identity backup-key.txt --at 2026-11-29T14:02:00Z',
  parameters: {
    '--identity <file>': 'the private key of the backups (AGE-SECRET-KEY-…)',
    '--at <time>': 'everything that was written before this moment; all that was saved if omitted',
    '--backup <id>': 'this backup instead of the newest before that moment',
    '--database <name>': 'into this database instead of the one that MONGODB_URI names',
    '--check': 'test the keys, the sums and the tail, and write nothing',
  },
  input: z.strictObject({
    identity: identityFile(),
    at: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-11-29T14:02:00Z' })
      .transform((text) => new Date(text))
      .optional(),
    backup: z
      .string()
      .regex(/^\d{8}T\d{6}Z$/, 'must be a backup’s id such as 20261129T140200Z')
      .optional(),
    database: z
      .string()
      .regex(/^[\w-]{1,60}$/, 'must be a database’s name')
      .optional(),
    check: flag(),
  }),
  run: async (context, { identity, at, backup, database, check }) => {
    const env = context.env()
    const parts = {
      folder: env.BACKUP_DIR,
      env,
      identities: identity,
      at,
      backup,
      migrations: migrations.map(({ id }) => id),
    }
    const plan = await planRestore(parts)
    const { clock } = await context.database()
    const db = mongoose.connection.getClient().db(database ?? mongoose.connection.name)
    if (check) {
      const { id } = plan.manifest
      return {
        value: { backup: id, until: dateOf(plan.until), segments: plan.segments.length },
        text: `Backup ${id} can be restored, to ${dateOf(plan.until).toISOString()}. Nothing was written.`,
      }
    }
    await requireStopped(db.databaseName)
    await requireEmpty(db)
    context.report(`Restoring backup ${plan.manifest.id} into ${db.databaseName}.`)
    const restored = await restoreBackup(db, parts, { plan, now: clock.now() })
    return { value: restored, text: textOf(restored) }
  },
})

/** A process that started before the restoration would act on the restored past. */
async function requireStopped(database: string): Promise<void> {
  const connections = await countShopConnections(database)
  if (connections !== undefined && connections > 0)
    throw new CliError(
      `The shop’s processes are connected to ${database} (${plural(connections, 'connection')}): stop api and workers first. Nothing was changed.`,
    )
}

const textOf = ({ backup, restoredTo, documents, changes, openOrders, seconds }: Restored): string =>
  [
    `Restored backup ${backup}: ${plural(documents, 'document')} and ${plural(changes, 'later change')} in ${seconds.toFixed(1)} s.`,
    `The shop is as it was before ${restoredTo.toISOString()}, and quiet: nothing is bought, sent or polled.`,
    `${plural(openOrders, 'open order')} will be verified at the supplier, or by a person, before anything is bought for them.`,
    'Next: npm run ledger:verify, npm run audit:verify, npm run cli -- restore:review, and then restore:open.',
  ].join('\n')
