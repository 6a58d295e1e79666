import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { readSource, root } from './read-source.ts'

/** Files that import a sheet: `@import "./a.css"`, `import './a.css'`, or a link in a page. */
const imports = /(?:@import|import|href=|url\()\s*["']?([^"'\s]+\.css)/g

it('every sheet is part of a bundle', () => {
  const files = [
    ...readSource().map(({ path, text }) => ({ path, text })),
    ...['storefront/index.html', 'admin/index.html'].map((path) => ({
      path,
      text: readFileSync(join(root, path), 'utf8'),
    })),
  ]
  const imported = new Set(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(imports)].map(([, target = '']) =>
        target.startsWith('.')
          ? normalize(join(dirname(path), target))
          : target.replace(/^@jhatpat\//, '').replace(/^\//, `${path.split('/')[0]}/`),
      ),
    ),
  )
  const sheets = files.filter(({ path }) => path.endsWith('.css')).map(({ path }) => path)
  expect(sheets.length).toBeGreaterThan(40)
  expect(sheets.filter((path) => !imported.has(path))).toEqual([])
})
