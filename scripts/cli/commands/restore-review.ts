import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import { type IRestoration, RestorationModel, readQuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import * as z from 'zod'
import { backupsIn, manifestName } from '../../backup/folder.ts'
import { readManifest } from '../../backup/manifest.ts'
import type { TailParts } from '../../backup/replay-oplog.ts'
import {
  type LatePayment,
  type LatePurchase,
  type Review,
  reviewRestoration,
} from '../../backup/review-restoration.ts'
import { listSegments, segmentsFrom } from '../../backup/segments.ts'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { name } from '../kit/fields.ts'
import { identityFile } from '../kit/identity-file.ts'
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
  input: z.strictObject({
    identity: identityFile().optional(),
    payments: name(1_000).transform(readPayments).optional(),
  }),
  run: async (context, { identity, payments = [] }) => {
    await context.database()
    const restoration = await requireQuiet()
    const deps = await context.deps()
    const tail = identity && (await tailAfter(context.env(), { restoration, identities: identity }))
    const review = await reviewRestoration(deps, restoration, { tail, exported: payments })
    await RestorationModel.updateOne(
      { _id: restoration._id },
      {
        $set: {
          review: {
            at: deps.clock.now(),
            unknownPaise: sumOf(review.unknownPayments),
            unknownPayments: review.unknownPayments.length,
            unknownPurchases: review.unknownPurchases.length,
          },
        },
      },
    )
    return { value: review, text: textOf(review) }
  },
})

export const restoreOpen = defineCommand({
  name: 'restore:open',
  summary: 'ends the quiet mode of a restored shop: it buys, sends and polls again',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async (context) => {
    const { clock } = await context.database()
    const { _id, review, completedAt } = await requireQuiet()
    if (!completedAt)
      throw new CliError(
        'The restoration was interrupted, and the database is incomplete: drop it and restore again.',
      )
    if (!review)
      throw new CliError(
        'What vendors did after the restored moment has not been listed yet: run npm run cli -- restore:review first. Nothing was changed.',
      )
    const openedAt = clock.now()
    await RestorationModel.updateOne(
      { _id, openedAt: null },
      { $set: { openedAt, openedBy: operator().name } },
    )
    return { value: { openedAt }, text: 'The shop is open. Processes that run take notice within seconds.' }
  },
})

/** @throws CliError when the shop is not quiet */
async function requireQuiet(): Promise<IRestoration> {
  const restoration = await readQuietMode()
  if (!restoration) throw new CliError('The shop is not quiet: it was not restored, or is open already.')
  return restoration
}

async function tailAfter(
  env: Env,
  { restoration, identities }: { restoration: IRestoration; identities: readonly string[] },
): Promise<TailParts> {
  const folder = env.BACKUP_DIR
  const manifest = await readManifest(
    env,
    'backup',
    join(backupsIn(folder), restoration.backup, manifestName),
  )
  return {
    folder,
    env,
    identities,
    database: manifest.database,
    segments: segmentsFrom(await listSegments(folder), manifest.snapshot),
    after: { t: restoration.restoredTo.getTime() / 1_000 - 1, i: Number.MAX_SAFE_INTEGER },
  }
}

/** Columns by their names in the first line, in any order. */
function readPayments(path: string, context: z.RefinementCtx<string>): { id: string; paise: number }[] {
  const [head = '', ...lines] = existsSync(path) ? readFileSync(path, 'utf8').trim().split(/\r?\n/) : []
  const columns = head.split(',').map((column) => column.trim().toLowerCase())
  const [idAt, amountAt] = [columns.indexOf('client_txn_id'), columns.indexOf('amount')]
  if (idAt < 0 || amountAt < 0) {
    context.addIssue({
      code: 'custom',
      message: `names ${path}, which is no CSV with the columns client_txn_id and amount`,
    })
    return []
  }
  return lines.flatMap((line, index) => {
    const cells = line.split(',').map((cell) => cell.trim().replaceAll('"', ''))
    const [id = '', amount = ''] = [cells[idAt], cells[amountAt]]
    if (id !== '' && /^\d+(\.\d{1,2})?$/.test(amount)) return [{ id, paise: toPaise(Number(amount)) }]
    context.addIssue({ code: 'custom', message: `has no payment in line ${index + 2} of ${path}` })
    return []
  })
}

const sumOf = (payments: readonly LatePayment[]) => payments.reduce((sum, { paise }) => sum + paise, 0)
const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN', { maximumFractionDigits: 2 })}`

const packText = ({ account, id }: LatePurchase) => [account, id].filter(Boolean).join('  ')

function textOf(review: Review): string {
  const at = `${review.restoredTo.toISOString().slice(0, 19)}Z`
  const { knownPayments, unknownPayments, knownPurchases, unknownPurchases, unanswered } = review
  return [
    section(
      `${rupees(sumOf(unknownPayments))} captured after ${at} and unknown here (${plural(unknownPayments.length, 'payment')}): credit each by wallet:adjust, or return it at the gateway.`,
      unknownPayments.map(({ id, paise, source }) => `${id}  ${rupees(paise)}  by the ${source}`) || [],
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
    section('Did not answer, so that their part is missing: run this again.', unanswered),
    'Smile.one has no list of purchases: compare its own account page.',
  ]
    .filter(Boolean)
    .join('\n')
}
