import { readFileSync } from 'node:fs'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import { readCsv } from '@jhatpat/shared/domain/back-office/read-csv.ts'
import { checkPaymentNow } from '@jhatpat/shared/domain/checkout/index.ts'
import { type IRestoration, RestorationModel } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import mongoose from 'mongoose'
import * as z from 'zod'
import { anotherTool } from '../../backup/distrust-state.ts'
import { readBackupManifest } from '../../backup/manifest.ts'
import { gapText } from '../../backup/restore-backup.ts'
import type { ExportedPayment, LatePayment } from '../../backup/review/late-payments.ts'
import type { LatePurchase } from '../../backup/review/late-purchases.ts'
import { type Evidence, type Review, reviewRestoration } from '../../backup/review/review-restoration.ts'
import { listSegments, segmentsFrom } from '../../backup/segments.ts'
import { CliError } from '../../processes/cli-error.ts'
import { defineCommand } from '../kit/command.ts'
import { name } from '../kit/fields.ts'
import { identityFile } from '../kit/identity-file.ts'
import { requireRestoration } from '../kit/require-restoration.ts'
import { plural, section } from '../kit/table.ts'

export const restoreReview = defineCommand({
  name: 'restore:review',
  summary: 'lists, with sums, what vendors did after the restored moment, before restore:open',
  example: '--identity backup-key.txt --payments gateway-export.csv',
  parameters: {
    '--identity <file>': 'the private key: also read what the shop saved after the restored moment',
    '--payments <file>':
      'the gateway’s own export of successful payments, a CSV with the columns client_txn_id and amount',
  },
  input: z.strictObject({ identity: identityFile().optional(), payments: name(1_000).optional() }),
  run: async (context, { identity, payments }) => {
    const exported = payments === undefined ? undefined : await readPayments(payments)
    const env = context.env()
    await context.database()
    const restoration = await requireRestoration()
    const deps = await context.deps()
    const tail = identity && (await tailAfter(env, { restoration, identities: identity }))
    const review = await reviewRestoration(deps, restoration, { tail, exported })
    // Also of a payment whose checks had ended.
    for (const { id } of review.knownPayments) await checkPaymentNow(deps, id)
    const { unknownPayments, unknownPurchases, missing } = review
    const { matchedCount } = await RestorationModel.updateOne(
      { _id: restoration._id, openedAt: null },
      {
        $set: {
          review: {
            at: deps.clock.now(),
            unknownPaise: sumOf(unknownPayments),
            unknownPayments: unknownPayments.length,
            unknownPurchases: unknownPurchases.length,
            missing,
          },
        },
      },
    )
    if (matchedCount === 0)
      throw new CliError('The shop was opened during the review, which is therefore not recorded.')
    return { value: review, text: textOf(review) }
  },
})

/** The tail that is not restored; after a gap, too: what it has is worth knowing, and the gap is reported. */
async function tailAfter(
  env: Env,
  { restoration, identities }: { restoration: IRestoration; identities: readonly string[] },
): Promise<Evidence['tail']> {
  const folder = env.BACKUP_DIR
  const after = { t: restoration.restoredTo.getTime() / 1_000 - 1, i: Number.MAX_SAFE_INTEGER }
  const { database, snapshot } =
    restoration.backup === anotherTool
      ? { database: mongoose.connection.name, snapshot: after }
      : await readBackupManifest(env, folder, restoration.backup)
  const { chain, rest, gaps } = segmentsFrom(await listSegments(folder), snapshot)
  const parts = { folder, env, identities, database, segments: [...chain, ...rest], after }
  return { parts, gaps: gaps.map(gapText) }
}

/** Columns by their names in the first line, in any order. @throws CliError with the line that is no payment */
async function readPayments(path: string): Promise<ExportedPayment[]> {
  const rows: string[][] = []
  try {
    for await (const row of readCsv([readFileSync(path, 'utf8')])) rows.push(row)
  } catch (error) {
    throw new CliError(`--payments names ${path}, which cannot be read as CSV: ${(error as Error).message}.`)
  }
  const [head = [], ...lines] = rows
  const columns = head.map((column) => column.trim().toLowerCase())
  const [idAt, amountAt] = [columns.indexOf('client_txn_id'), columns.indexOf('amount')]
  if (idAt < 0 || amountAt < 0)
    throw new CliError(`--payments names ${path}, which is no CSV with the columns client_txn_id and amount.`)
  return lines.map((cells, index) => {
    const attempt = cells[idAt]?.trim() ?? ''
    const amount = cells[amountAt]?.trim().replaceAll(',', '') ?? ''
    if (attempt === '' || !/^\d+(\.\d{1,2})?$/.test(amount))
      throw new CliError(`--payments: line ${index + 2} of ${path} has no payment.`)
    return { attempt, paise: toPaise(Number(amount)) }
  })
}

const sumOf = (payments: readonly LatePayment[]) => payments.reduce((sum, { paise }) => sum + paise, 0)
const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN', { maximumFractionDigits: 2 })}`

const packText = ({ account, id }: LatePurchase) => [account, id].filter(Boolean).join('  ')

function textOf(review: Review): string {
  const at = `${review.restoredTo.toISOString().slice(0, 19)}Z`
  const { knownPayments, unknownPayments, knownPurchases, unknownPurchases, missing } = review
  return [
    section(
      `${rupees(sumOf(unknownPayments))} captured after ${at} and unknown here (${plural(unknownPayments.length, 'payment')}): credit each by wallet:adjust with its --id, by which it counts as credited, or return it at the gateway.`,
      unknownPayments.map(
        ({ id, attempt, paise, source, creditId }) =>
          `${attempt || id}  ${rupees(paise)}  by the ${source}  --id ${creditId}`,
      ),
    ) || `₹0 captured after ${at} and unknown here.\n`,
    section(
      `${rupees(sumOf(knownPayments))} captured after ${at} for orders and top-ups that are here (${plural(knownPayments.length, 'payment')}): confirmed by themselves once the shop is open.`,
      knownPayments.map(({ id, paise }) => `${id}  ${rupees(paise)}`),
    ),
    section(
      `${plural(unknownPurchases.length, 'pack')} delivered or accepted after ${at} and unknown here.`,
      unknownPurchases.map(packText),
    ),
    section(
      `${plural(knownPurchases.length, 'pack')} delivered or accepted after ${at} for orders that are here: the supplier is asked, or a person decides, before anything is bought again.`,
      knownPurchases.map(packText),
    ),
    section('This review is incomplete. Missing:', missing),
    'Smile.one has no list of purchases: compare its own account page.',
  ]
    .filter(Boolean)
    .join('\n')
}
