import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import mongoose from 'mongoose'
import * as z from 'zod'
import { dateOf } from '../../backup/manifest.ts'
import { planRestore, type Restored, requireEmpty, restoreBackup } from '../../backup/restore-backup.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, time } from '../kit/fields.ts'
import { identityFile } from '../kit/identity-file.ts'
import { requireStopped } from '../kit/require-stopped.ts'
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
    at: time().optional(),
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
    if (check) {
      const { id } = plan.manifest
      return {
        value: { backup: id, until: dateOf(plan.until), segments: plan.segments.length },
        text: `Backup ${id} can be restored, to ${dateOf(plan.until).toISOString()}. Nothing was written.`,
      }
    }
    const { clock } = await context.database()
    const db = mongoose.connection.getClient().db(database ?? mongoose.connection.name)
    const target = { db, requireStopped: () => requireStopped(db.databaseName) }
    await target.requireStopped()
    await requireEmpty(db)
    context.report(`Restoring backup ${plan.manifest.id} into ${db.databaseName}.`)
    const restored = await restoreBackup(target, parts, { plan, now: clock.now() })
    return { value: restored, text: textOf(restored) }
  },
})

const textOf = ({
  backup,
  restoredTo,
  documents,
  changes,
  openOrders,
  erased,
  keys,
  seconds,
}: Restored): string =>
  [
    `Restored backup ${backup}: ${plural(documents, 'document')} and ${plural(changes, 'later change')} in ${seconds.toFixed(1)} s.`,
    `The shop is as it was before ${restoredTo.toISOString()}, and quiet: nothing is bought, sent or polled.`,
    'Everyone was logged out: a session that ended since would be valid again.',
    `${plural(openOrders, 'open order')} will be verified at the supplier, or by a person, before anything is bought for them.`,
    ...(erased > 0 ? [`${plural(erased, 'person')} erased since the backup: erased again.`] : []),
    keys > 0
      ? `${plural(keys, 'key')} of persons restored: the audit log is readable.`
      : 'No keys of persons were saved: the audit log shows what describes a person as erased.',
    'Next: npm run ledger:verify, npm run audit:verify, npm run cli -- restore:review, and then restore:open.',
  ].join('\n')
