import { readFileSync, writeFileSync } from 'node:fs'
import { createItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { staffRoleOf } from '@jhatpat/shared/contracts/permissions.ts'
import {
  exportCatalogue,
  importCatalogue,
  type PlannedChange,
  parseCatalogue,
  planImport,
} from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { staffMember } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { email, flag, name } from '../kit/fields.ts'
import { plural } from '../kit/table.ts'

export const catalogueExport = defineCommand({
  name: 'catalogue:export',
  summary: 'writes items, products, gallery and pictures as JSON, for catalogue:import',
  example: 'catalogue.json',
  parameters: { '[file]': 'a new file; without it, the JSON is printed' },
  input: z.strictObject({ file: name(1_000).optional() }),
  run: async (context, { file }) => {
    await context.database()
    const catalogue = await exportCatalogue()
    const text = JSON.stringify(catalogue, null, 2)
    if (file === undefined) return { value: catalogue, text }
    write(file, `${text}\n`)
    const counts = {
      items: catalogue.items.length,
      products: catalogue.products.length,
      images: catalogue.images.length,
      pictures: catalogue.pictures.length,
    }
    return { value: { file, ...counts }, text: `${file}: ${countText(counts)}.` }
  },
})

export const catalogueImport = defineCommand({
  name: 'catalogue:import',
  summary: 'creates and updates items, products, gallery and pictures from a file; deletes nothing',
  example: 'catalogue.json --dry-run --as asha@shop.example',
  parameters: {
    '<file>': 'a file as catalogue:export writes it; - is the standard input',
    '--dry-run': 'only say what would change',
    '--as <email>': 'the owner who does it',
  },
  input: z.strictObject({ file: name(1_000), dryRun: flag(), as: email() }),
  run: async (context, { file, dryRun, as }) => {
    const { file: catalogue, faults = [] } = parseCatalogue(read(file))
    if (!catalogue) throw refusal(file, faults)
    const deps = await context.deps()
    const owner = await staffMember(as, createItem.auth)
    if (staffRoleOf(owner) !== 'owner')
      throw new CliError(`${as} is no owner: only an owner imports a catalogue.`)
    const plan = await planImport(catalogue)
    if (plan.faults.length > 0) throw refusal(file, plan.faults)
    if (!dryRun) await importCatalogue(deps, owner, catalogue)
    return {
      value: { isDryRun: dryRun, changes: plan.changes },
      text: planText(plan.changes, dryRun),
    }
  },
})

const refusal = (file: string, faults: readonly string[]) =>
  new CliError([`${file} was not imported. Correct:`, ...faults.map((fault) => `  ${fault}`)].join('\n'))

/** @throws CliError when the file cannot be read or is no JSON */
function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CliError(code ? `${file} cannot be read (${code}).` : `${file} is no JSON: ${message}.`)
  }
}

/** @throws CliError when the file exists or cannot be written */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(
      code === 'EEXIST' ? `${file} exists already: name a new file.` : `${file} cannot be written (${code}).`,
    )
  }
}

const countText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

function planText(changes: readonly PlannedChange[], isDryRun: boolean): string {
  if (changes.length === 0) return 'Nothing to change: the shop has this catalogue.'
  const lines = changes.map(({ kind, id, name: called, change, fields }) =>
    [`${change} ${kind} ${id}`, called, fields.join(', ')].filter(Boolean).join('  '),
  )
  const count = plural(changes.length, 'change')
  return [...lines, '', isDryRun ? `${count}; nothing was changed.` : `${count} made.`].join('\n')
}
