/**
 * `npm run measure`: counts what a reader of this project meets. Product is what is run by customers, staff and the
 * operator; tests and tools stand beside it (`read-source.ts`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWords, isSearched } from './find-words.ts'
import { folderCycles } from './folder-cycles.ts'
import { readSource, root, type SourceFile } from './read-source.ts'

const smallLines = 40
const files = readSource()
const ofKind = (kind: SourceFile['kind']) => files.filter((file) => file.kind === kind)
const product = ofKind('product')

const rows: [string, number][] = [
  ...(['product', 'tests', 'tools'] as const).flatMap((kind): [string, number][] => [
    [`${kind}: files`, ofKind(kind).length],
    [`${kind}: lines`, ofKind(kind).reduce((sum, { lines }) => sum + lines, 0)],
  ]),
  ['product: files with one importer', withOneImporter().length],
  [
    `product: of these with at most ${smallLines} lines`,
    withOneImporter().filter(({ lines }) => lines <= smallLines).length,
  ],
  ['product: groups of folders that import each other', folderCycles(product).length],
  ['product: folders in them', folderCycles(product).flat().length],
  ...(['product', 'tests', 'tools'] as const).map((kind): [string, number] => [
    `${kind}: forbidden words`,
    ofKind(kind).filter(isSearched).flatMap(findWords).length,
  ]),
  [
    'docs/architecture.md: words',
    readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(/\s+/).length,
  ],
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, count] of rows)
  console.log(`${name.padEnd(width)}  ${count.toLocaleString('en-US').padStart(8)}`)

function withOneImporter(): SourceFile[] {
  const importers = new Map<string, number>()
  for (const file of product)
    for (const path of file.imports) importers.set(path, (importers.get(path) ?? 0) + 1)
  return product.filter(({ path }) => !path.endsWith('.css') && importers.get(path) === 1)
}
