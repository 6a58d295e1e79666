import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clockBoundFiles, isRetried } from './retried-files.ts'

const root = join(import.meta.dirname, '../..')

it('names files that exist, each once, and none about money', () => {
  const files = clockBoundFiles.flatMap((promise) => promise.files)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
  expect(files.filter((file) => /\/(model|wallet|points|reports)\//.test(file))).toEqual([])
  expect(isRetried('tests/services/wallet/verify-ledger.test.ts')).toBe(false)
})
