import { auditTarget, writeAudit } from '@jhatpat/shared/domain/audit/index.ts'
import {
  changeHome,
  type IRestoration,
  ownCollectionId,
  RestorationModel,
  type RestorationReview,
  readQuietMode,
  restorationId,
} from '@jhatpat/shared/domain/recovery/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import * as z from 'zod'
import { anotherTool, distrustState, writeRecord } from '../../backup/distrust-state.ts'
import { eraseAgain, readErasures } from '../../backup/erasures.ts'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, time } from '../kit/fields.ts'
import { requireRestoration } from '../kit/require-restoration.ts'
import { requireStopped } from '../kit/require-stopped.ts'
import { plural } from '../kit/table.ts'

export const restoreOpen = defineCommand({
  name: 'restore:open',
  summary: 'ends the quiet mode of a restored shop: it buys, sends and polls again',
  example: '',
  parameters: { '--incomplete': 'although restore:review named something that it could not find out' },
  input: z.strictObject({ incomplete: flag() }),
  run: async (context, { incomplete }) => {
    const { clock } = await context.database()
    const restoration = await requireRestoration()
    const review = requireReviewed(restoration, incomplete)
    const openedAt = clock.now()
    await open({ ...restoration, review }, openedAt)
    return { value: { openedAt }, text: 'The shop is open. Processes that run take notice within seconds.' }
  },
})

export const restoreAdopt = defineCommand({
  name: 'restore:adopt',
  summary: 'makes a database that another tool restored, or a copied volume, a quiet shop until restore:open',
  example: '--at 2026-11-29T14:02:00Z',
  parameters: { '--at <time>': 'the moment that the data are of, or an earlier one' },
  input: z.strictObject({ at: time() }),
  run: async (context, { at }) => {
    const { clock } = await context.database()
    await requireStopped(mongoose.connection.name)
    const quiet = await readQuietMode()
    const isInterrupted = quiet?.restoration?.backup === anotherTool && !quiet.restoration.completedAt
    if (quiet?.restoration && !isInterrupted)
      throw new CliError('This restoration is recorded already: run restore:review. Nothing was changed.')
    const erasures = await readErasures(context.env().BACKUP_DIR, at)
    const now = clock.now()
    const db = mongoose.connection.getClient().db(mongoose.connection.name)
    await writeRecord(db, { backup: anotherTool, restoredTo: at, startedAt: now })
    // A process that started before the record was there acts on the past. The record keeps the shop quiet meanwhile.
    await requireStopped(mongoose.connection.name, 'The shop is quiet: run restore:adopt again after that.')
    const openOrders = await distrustState(db, now)
    const erased = await eraseAgain(db, erasures, now)
    await RestorationModel.updateOne({ _id: restorationId }, { $set: { completedAt: now } })
    return {
      value: { restoredTo: at, openOrders, erased },
      text: `The shop is quiet, and everyone was logged out. ${plural(openOrders, 'open order')} will be verified before anything is bought for them. Persons erased again: ${erased}. Next: restore:review, and then restore:open.`,
    }
  },
})

/** @throws CliError when what vendors did since is not known */
function requireReviewed(
  { completedAt, review }: IRestoration,
  isIncompleteAllowed: boolean,
): RestorationReview {
  if (!completedAt)
    throw new CliError(
      'The restoration was interrupted, and the database is incomplete: drop it and restore again.',
    )
  if (!review)
    throw new CliError(
      'What vendors did after the restored moment has not been listed yet: run npm run cli -- restore:review first. Nothing was changed.',
    )
  if (review.missing.length > 0 && !isIncompleteAllowed)
    throw new CliError(
      `The review is incomplete (${review.missing.join('; ')}): run restore:review again with it, or open with --incomplete. Nothing was changed.`,
    )
  return review
}

/**
 * Of concurrent calls one opens the shop, with one row in the audit log.
 * @throws CliError when it is open, or has another review than the one that was judged
 */
async function open(
  { _id, backup, restoredTo, review }: IRestoration & { review: RestorationReview },
  openedAt: Date,
): Promise<void> {
  const home = await ownCollectionId()
  await inTransaction(async (tx) => {
    const { modifiedCount } = await RestorationModel.updateOne(
      { _id, openedAt: null, 'review.at': review.at },
      { $set: { openedAt, openedBy: operator().name } },
      { session: tx },
    )
    if (modifiedCount === 0)
      throw new CliError(
        'The restoration was reviewed again or opened at the same time: run restore:open again. Nothing was changed.',
      )
    await changeHome(tx, home)
    const missing = review.missing.join('; ')
    await writeAudit(tx, operator(), {
      at: openedAt,
      action: 'restoration.open',
      target: auditTarget.shop,
      before: { backup, restoredTo: restoredTo.toISOString() },
      after: {
        unknownPaise: review.unknownPaise,
        unknownPayments: review.unknownPayments,
        unknownPurchases: review.unknownPurchases,
        ...(missing && { missing }),
      },
      reason: '',
    })
  })
}
