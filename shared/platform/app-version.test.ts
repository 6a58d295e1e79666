import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { appVersion } from './app-version.ts'
import { envSchema } from './env.ts'

it('names the version and the revision of the source, or that it is unknown', () => {
  expect(appVersion({ APP_REVISION: '0123456789abcdef0123456789abcdef01234567' })).toBe(
    `${manifest.version}+0123456`,
  )
  expect(appVersion({ APP_REVISION: '' })).toBe(`${manifest.version}+unknown`)
})

it('takes no revision that is none', () => {
  const read = (text: string) => envSchema.shape.APP_REVISION.safeParse(text).success
  expect(['abc1234', '', 'main', 'abc1234"}'].map(read)).toEqual([true, true, false, false])
})
