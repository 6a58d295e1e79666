import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { expect, it } from 'vitest'
import { tokenUrls } from '../../../tests/support/token-urls.ts'
import { redactUrl } from './request-log.ts'

it.each(tokenUrls)('writes %s as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged)
})

it('knows every call that has a token in its address', () => {
  const paths = callRegistry.map(({ path }) => `/api${path}`).filter((path) => path.includes('token'))
  expect(paths.length).toBeGreaterThanOrEqual(5)
  for (const path of paths) expect(redactUrl(path), path).toMatch(/^[^?#]+\/:id\/-$/)
})
