import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testTitles } from '../conformance/test-titles.ts'
import { membersRoutes, movedRoutes, visitorsRoutes } from '../e2e/kit/routes.ts'

const journeys = resolve(import.meta.dirname, '../e2e')
const app = resolve(import.meta.dirname, '../../storefront/src/app')

/**
 * The numbered requirements of the experience that a browser test can check; `npm run lighthouse` checks
 * the figures of E2.
 */
const requirements = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 22, 23, 24, 25].map(
  (number) => `E${number}`,
)

describe('the conventions of the experience', () => {
  it('are each named by a test in a browser', async () => {
    const files = (await readdir(journeys)).filter((name) => name.endsWith('.spec.ts'))
    const titles = await Promise.all(
      files.map(async (name) => testTitles(await readFile(join(journeys, name), 'utf8'), name)),
    )
    const named = new Set(titles.flat().flatMap((title) => title.match(/\bE\d+\b/g) ?? []))
    expect(requirements.filter((number) => !named.has(number))).toEqual([])
  })

  it('are checked on every address of the shop', async () => {
    const sources = (await readdir(app)).filter((name) => name.endsWith('routes.tsx'))
    const texts = await Promise.all(sources.map((name) => readFile(join(app, name), 'utf8')))
    const paths = texts.flatMap((text) =>
      [...text.matchAll(/path="([^"*]+)"/g)].map(([, path]) => path ?? ''),
    )
    expect(paths.length).toBeGreaterThan(20)
    const walked = [...Object.values(visitorsRoutes), ...Object.values(membersRoutes), ...movedRoutes]
    const isWalked = (path: string) => {
      const pattern = new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`)
      return walked.some((one) => pattern.test(one))
    }
    expect(paths.filter((path) => !isWalked(path))).toEqual([])
  })
})
