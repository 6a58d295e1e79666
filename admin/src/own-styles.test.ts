import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root })

/** `board` of `admin/src/features/board/order-details/order-details.tsx`; empty for what belongs to no feature. */
const featureOf = (file: string) => /\/features\/([\w-]+)\//.exec(file)?.[1] ?? ''
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))

/** A sheet with those that it imports. */
const whole = (sheet: string): string =>
  read(`shared/ui/css/${sheet}`).replace(/@import "\.\/([^"]+)";/g, (_, part: string) => whole(part))

/** What every screen has. */
const common = classesIn(whole('admin.css') + read('admin/src/admin.css'))

/** Each class that only features' own sheets know, with the features whose sheets do. */
const owners = new Map<string, string[]>()
for (const file of filesOf('admin/src/features/**/*.css')) {
  for (const name of classesIn(read(file))) owners.set(name, [...(owners.get(name) ?? []), featureOf(file)])
}

/** The classes that a file writes down, each as `file: class`, that another feature's sheet alone knows. */
function borrowedIn(file: string): string[] {
  const written = [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  return [...new Set(written)]
    .filter((name) => !common.has(name) && owners.has(name) && !owners.get(name)?.includes(featureOf(file)))
    .map((name) => `${basename(file)}: ${name}`)
}

describe('the sheets of the back office', () => {
  it('give no screen a class that another screen’s sheet has to be loaded for', () => {
    expect(owners.get('ticket-queue')).toEqual(['tickets'])
    const screens = filesOf('admin/src/**/*.tsx').filter((file) => !file.includes('.test.'))
    expect(screens.length).toBeGreaterThan(100)
    expect(screens.flatMap(borrowedIn)).toEqual([])
  })
})
