import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hasOneTry, oneTryFiles } from './one-try-files.ts'

const tests = globSync(['shared/**/*.test.ts', 'tests/**/*.test.ts']).map((path) =>
  path.replaceAll('\\', '/'),
)

it.each(oneTryFiles)('one try is given to files that there are: %s', (files) => {
  expect(tests.filter((path) => files.test(path))).not.toEqual([])
})

it.each([
  ['shared/domain/orders/refund/refunds.property.test.ts', true],
  ['shared/domain/wallet/post-entries.test.ts', true],
  ['shared/domain/users/balance-rules.test.ts', true],
  ['tests/services/wallet/group-posting.test.ts', true],
  ['tests/simulators/vendor-rules.test.ts', false],
  ['tests/services/orders/tickets.test.ts', false],
])('%s: %s', (path, isOne) => expect(hasOneTry(path)).toBe(isOne))
