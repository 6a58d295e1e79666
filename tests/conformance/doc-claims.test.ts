// cspell:ignore chekc
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenClaims, type Known, linkedFiles } from './doc-claims.ts'
import { findTests } from './find-tests.ts'

const root = resolve(import.meta.dirname, '../..')

describe('a document', () => {
  const known: Known = {
    files: [
      'docs/a.md',
      'docs/how-to/b.md',
      'shared/domain/orders/model/order-model.ts',
      'api/src/x.test.ts',
    ],
    documents: new Map(),
    scripts: ['check'],
    tests: [
      { path: 'api/src/x.test.ts', title: 'tells the truth about it' },
      { path: 'api/src/x.test.ts', title: 'runs (all) for %s and $name' },
    ],
  }
  const broken = (text: string) =>
    brokenClaims('docs/a.md', {
      ...known,
      documents: new Map([['docs/a.md', `# The Head, of it\n\n${text}\n`]]),
    })

  it.each([
    'a [link](how-to/b.md), [one up](../shared/domain), [a heading](#the-head-of-it), [out](https://a.test/b.md)',
    '`shared/domain/orders/model/order-model.ts`, `shared/domain/<slice>/`, `model/order-model.ts`, `order-model.ts`',
    '`*.test.ts`, `@jhatpat/shared/domain`, `node api/src/x.test.ts --only "a/b"`, `GET /docs/x`, `a/b`, `dist/x.ts`',
    '`npm run check`, and the tests say so: `x.test.ts`: "tells the truth"',
    '`x.test.ts`: "runs (all) for A and B", `x.test.ts`: "for %s"; a `-name.ts` and a `.test.ts`',
    "```ts\nimport { x } from './y.ts'\n// shared/domain/orders/model/order-model.ts\n```",
  ])('may say %s', (text) => {
    expect(broken(text)).toEqual([])
  })

  it.each([
    ['a [link](how-to/c.md)', 'how-to/c.md'],
    ['a [heading](#the-tail)', '#the-tail'],
    ['`shared/domain/orders/move-order.ts`', 'shared/domain/orders/move-order.ts'],
    ['`node shared/orders --only x`', 'shared/orders'],
    ['`orders/move-order.ts`', 'orders/move-order.ts'],
    ['`move-order.ts`', 'move-order.ts'],
    ['`domain/wallet`', 'domain/wallet'],
    ['`shared/domain/<slice>/jobs.ts`', 'shared/domain/<slice>/jobs.ts'],
    ['```sh\nnpx vitest run shared/domain/wallet\n```', 'shared/domain/wallet'],
    ['`npm run chekc`', 'chekc'],
    ['*`x.test.ts`: "tells lies".*', 'x.test.ts: tells lies'],
    ['*`x.test.ts`: "runs (all) for A".*', 'x.test.ts: runs (all) for A'],
  ])('may not say %s', (text, claim) => {
    expect(broken(text)).toEqual([claim])
  })
})

describe('our documents', () => {
  let known: Known
  beforeAll(async () => {
    const files = await filesBelow('')
    // The changelog describes earlier versions.
    const paths = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    const read = async (path: string) => [path, await readFile(join(root, path), 'utf8')] as const
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const documents = new Map(await Promise.all(paths.map(read)))
    known = { files, documents, scripts: Object.keys(scripts), tests: await findTests(root) }
  })

  it('name only files, headings, commands and tests that exist', () => {
    const broken = [...known.documents.keys()].flatMap((path) =>
      brokenClaims(path, known).map((claim) => `${path} names ${claim}`),
    )
    expect(broken).toEqual([])
    expect(known.documents.size).toBeGreaterThan(25)
  })

  it('are all listed in docs/README.md', () => {
    const listed = linkedFiles('docs/README.md', known.documents.get('docs/README.md') ?? '')
    const forgotten = [...known.documents.keys()].filter(
      (path) => path.startsWith('docs/') && path !== 'docs/README.md' && !listed.includes(path),
    )
    expect(forgotten).toEqual([])
  })

  it('are linked from the README', () => {
    const listed = linkedFiles('README.md', known.documents.get('README.md') ?? '')
    expect(listed).toEqual(
      expect.arrayContaining(['CONTRIBUTING.md', 'docs/README.md', 'docs/architecture.md']),
    )
  })
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found = entries.map(async (entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (!entry.isDirectory()) return [path]
    return /^(node_modules|dist|test-results|\..*)$/.test(entry.name) ? [] : filesBelow(path)
  })
  return (await Promise.all(found)).flat()
}
