import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root })

/**
 * `board` of `admin/src/features/board/order-details/order-details.tsx`; empty for a file outside
 * of features.
 */
const featureOf = (file: string) => /\/features\/([\w-]+)\//.exec(file)?.[1] ?? ''
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))

/** A sheet together with the sheets that it imports. */
const withImports = (sheet: string): string =>
  read(sheet).replace(/@import "([^"]+)";/g, (_, part: string) =>
    withImports(part.startsWith('@jhatpat/') ? part.replace('@jhatpat/', '') : join(dirname(sheet), part)),
  )

/** The classes available to every screen. */
const common = classesIn(withImports('admin/src/admin.css'))

/** Each class that only features' own sheets define, with these features. */
const owners = new Map<string, string[]>()
for (const file of filesOf('admin/src/features/**/*.css')) {
  for (const name of classesIn(read(file))) owners.set(name, [...(owners.get(name) ?? []), featureOf(file)])
}

/** The classes in a file that only another feature's sheet defines, each as `file: class`. */
function borrowedIn(file: string): string[] {
  const written = [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  return [...new Set(written)]
    .filter((name) => !common.has(name) && owners.has(name) && !owners.get(name)?.includes(featureOf(file)))
    .map((name) => `${basename(file)}: ${name}`)
}

describe('the sheets of the admin app', () => {
  it('give no screen a class that only another screen’s sheet defines', () => {
    expect(owners.get('ticket-queue')).toEqual(['tickets'])
    const screens = filesOf('admin/src/**/*.tsx').filter((file) => !file.includes('.test.'))
    expect(screens.length).toBeGreaterThan(100)
    expect(screens.flatMap(borrowedIn)).toEqual([])
  })
})
