import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readLock } from './building/shipped-packages.ts'
import { renderLicences } from './third-party-licences.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const lock = readLock()

it('are those of the lock file', () => {
  expect(read('THIRD_PARTY_LICENSES') === renderLicences(lock), 'run npm run licences').toBe(true)
})

it('have what runs and what browsers load, for every platform, and no tool of development', () => {
  const text = renderLicences(lock)
  for (const name of [
    'express',
    'mongoose',
    'react-dom',
    '@img/sharp-darwin-arm64',
    '@fontsource-variable/anek-latin',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
  for (const name of ['vitest', 'typescript', 'oidc-provider'])
    expect(text).not.toMatch(new RegExp(`^${name} \\d`, 'm'))
})

it('refuse a package whose licence does not allow a proprietary program', () => {
  const withCopyleft = {
    ...lock,
    'node_modules/express': { ...lock['node_modules/express'], license: 'AGPL-3.0' },
  }
  expect(() => renderLicences(withCopyleft)).toThrow(
    'A proprietary program may not contain express 5.3.0 (AGPL-3.0).',
  )
})
