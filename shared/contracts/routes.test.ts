import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AnyRoute } from './http/route.ts'
import { allRoutes } from './routes.ts'

it('are all in the list, whichever file they are in', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^[\w-]+\.ts$/.test(name))
  const resources = await Promise.all(
    files.map((name): Promise<object> => import(join(import.meta.dirname, name))),
  )
  const written = resources.flatMap((resource) => Object.values(resource)).filter(isRoute)
  expect(namesOf(allRoutes)).toEqual(namesOf(written))
  expect(allRoutes.length).toBeGreaterThan(30)
})

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'auth' in value && 'summary' in value

const namesOf = (routes: readonly AnyRoute[]) => routes.map(({ method, path }) => `${method} ${path}`).sort()
