import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { models } from '../database/models.ts'
import { exportFiles, type PersonalFields, terms } from './personal-fields.ts'
import { collectionsWithoutPersonalData, personalCollections } from './register.ts'

/** Every path of a schema that has a value of its own; `[]` after a list of documents. */
function pathsOf(schema: Schema, prefix = ''): string[] {
  return Object.entries(schema.paths).flatMap(([path, type]) => {
    if (!type.schema) return [`${prefix}${path}`]
    return pathsOf(type.schema, `${prefix}${path}${type.instance === 'Array' ? '[].' : '.'}`)
  })
}

const pathsByCollection = new Map(
  models.map((model) => [model.collection.name, pathsOf(model.schema as Schema)] as const),
)

const root = join(import.meta.dirname, '../../..')

/**
 * Collections that the product uses by name, without a model: `.collection('name')`. The replica set's own, of which
 * backups copy the oplog, are MongoDB's.
 */
const namedInSource = ['shared', 'api/src', 'workers/src', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('node_modules'))
  .flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\bcollection(?:<\w+>)?\('([\w.]+)'/g),
  ])
  .flatMap(([, name]) => (name && name !== 'oplog.rs' ? [name] : []))

const covers = (prefix: string, path: string) =>
  path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[].`)

const personalPaths = (collection: string) =>
  (personalCollections[collection]?.personal ?? []).flatMap(({ fields }) => fields)

describe('the register of personal data', () => {
  it('names every collection once, and none that does not exist', () => {
    const named = [...Object.keys(personalCollections), ...collectionsWithoutPersonalData]
    const existing = new Set([...pathsByCollection.keys(), ...namedInSource])
    expect(namedInSource).toContain('migrations')
    expect(named.toSorted()).toEqual([...existing].toSorted())
  })

  it.each([...pathsByCollection])('names every field of %s', (collection, paths) => {
    const { other = [] } = personalCollections[collection] ?? {}
    const named = [...personalPaths(collection), ...other]
    if (collectionsWithoutPersonalData.includes(collection)) return
    expect(paths.filter((path) => !named.some((prefix) => covers(prefix, path)))).toEqual([])
  })

  it.each(Object.entries(personalCollections))(
    'names no field twice or in vain in %s',
    (collection, { other }) => {
      const paths = pathsByCollection.get(collection) ?? []
      const personal = personalPaths(collection)
      expect(personal.filter((field) => !paths.includes(field))).toEqual([])
      expect(other.filter((prefix) => !paths.some((path) => covers(prefix, path)))).toEqual([])
      // A prefix over a personal field would hide the next one that is added there.
      expect(other.filter((prefix) => personal.some((field) => covers(prefix, field)))).toEqual([])
      expect(personal.length).toBe(new Set(personal).size)
    },
  )

  it('is what the document says', () => {
    const document = readFileSync(join(root, 'docs/privacy-data.md'), 'utf8')
    expect(tableAfter(document, '## Fields')).toEqual([
      '| collection | fields | about | purpose | term | on erasure | in the export |',
      '|---|---|---|---|---|---|---|',
      ...Object.entries(personalCollections).flatMap(([collection, { personal }]) =>
        personal.map((group) => rowOf(collection, group)),
      ),
    ])
    expect(tableAfter(document, '## Terms')).toEqual([
      '| term | ends by |',
      '|---|---|',
      ...Object.values(terms).map((term) => expect.stringContaining(`| ${term} |`)),
    ])
    for (const file of exportFiles) expect(document).toContain(`\`${file}.json\``)
    for (const collection of collectionsWithoutPersonalData) expect(document).toContain(`\`${collection}\``)
  })
})

function tableAfter(document: string, heading: string): string[] {
  const [, section = ''] = document.split(`${heading}\n`)
  return (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
}

const erasureTexts = {
  delete: 'deleted',
  clear: 'emptied',
  replace: 'replaced',
  shred: 'unreadable: its key is destroyed',
} as const

function rowOf(collection: string, group: PersonalFields): string {
  const cells = [
    `\`${collection}\``,
    group.fields.map((field) => `\`${field}\``).join(', '),
    group.about,
    group.purpose,
    terms[group.term],
    group.erasure === 'keep' ? `kept: ${group.because}` : erasureTexts[group.erasure],
    'file' in group ? `\`${group.file}.json\`` : `no: ${group.notExported}`,
  ]
  return `| ${cells.join(' | ')} |`
}
