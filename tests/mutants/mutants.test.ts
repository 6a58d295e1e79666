import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { accountMutants } from './account-mutants.ts'
import { booksMutants } from './books-mutants.ts'
import { customerMutants } from './customer-mutants.ts'
import { evidenceMutants } from './evidence-mutants.ts'
import { goodsMutants } from './goods-mutants.ts'
import { groupMutants } from './group-mutants.ts'
import { messageMutants } from './message-mutants.ts'
import { moneyMutants } from './money-mutants.ts'
import { pushMutants } from './push-mutants.ts'
import { supplierMutants } from './supplier-mutants.ts'
import { vaultMutants } from './vault-mutants.ts'
import { waitingMutants } from './waiting-mutants.ts'
import { workMutants } from './work-mutants.ts'

const root = resolve(import.meta.dirname, '../..')
const mutants = [
  ...messageMutants,
  ...accountMutants,
  ...customerMutants,
  ...evidenceMutants,
  ...goodsMutants,
  ...supplierMutants,
  ...moneyMutants,
  ...groupMutants,
  ...booksMutants,
  ...waitingMutants,
  ...workMutants,
  ...pushMutants,
  ...vaultMutants,
]

it.each(mutants)('$name: the line that it changes is in $file once', ({ file, find }) => {
  expect(readFileSync(resolve(root, file), 'utf8').split(find)).toHaveLength(2)
})

it.each(mutants)('$name: what it leaves can be read as a program', ({ file, find, replace }) => {
  const source = readFileSync(resolve(root, file), 'utf8').replace(find, () => replace)
  expect(parseSync(file, source).errors).toEqual([])
})

it.each(mutants)('$name: the tests that should notice are there', ({ tests }) => {
  expect(tests).not.toEqual([])
  for (const file of tests) expect(() => readFileSync(resolve(root, file))).not.toThrow()
})
