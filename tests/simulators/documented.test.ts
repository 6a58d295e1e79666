import { readFileSync } from 'node:fs'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { simulatorKeys } from './start-simulators.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const useTheSimulators = 'docs/how-to/use-the-simulators.md'
const titlesOf = (vendors: typeof everyVendor) => vendors.map(({ title }) => title)
const suppliers = everyVendor.filter(({ kind }) => kind === 'supplier')

describe('the documents', () => {
  it('describe the simulator of every VENDOR, in their order', () => {
    const [, list = ''] = /^`VENDOR` is (.*)\.$/m.exec(read(useTheSimulators)) ?? []
    expect(list.match(/\w+(?=`)/g), useTheSimulators).toEqual(everyVendor.map(({ name }) => name))
  })

  it('list the keys, commands and journal of every simulator', () => {
    const text = read(useTheSimulators)
    const lacking = [
      ...Object.keys(simulatorKeys).filter((key) => !text.includes(`\`${key}\``)),
      ...everyVendor.flatMap(({ name }) => (text.includes(`**${name}:**`) ? [] : [`**${name}:**`])),
      ...suppliers.flatMap(({ name }) => (text.includes(`| ${name} | `) ? [] : [`| ${name} | `])),
    ]
    expect(lacking, useTheSimulators).toEqual([])
  })

  it.each([
    ['README.md', suppliers],
    ['docs/architecture.md', suppliers],
    ['docs/runbooks/outcome-unknown.md', suppliers],
    ['docs/runbooks/a-supplier-stops-sales.md', suppliers],
    ['docs/how-to/production.md', everyVendor],
    [useTheSimulators, everyVendor],
  ])('%s names all vendors that it is about', (path, vendors) => {
    const text = read(path)
    expect(titlesOf(vendors).filter((title) => !text.includes(title))).toEqual([])
  })
})
