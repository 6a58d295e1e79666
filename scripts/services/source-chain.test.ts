import { describe, expect, it } from 'vitest'
import { CliError } from '../processes/cli-error.ts'
import { firstWorkingSource, type Source } from './source-chain.ts'

const localSource = (name: string): Source => ({
  name,
  find: async () => ({ found: { path: `/${name}`, version: '8.0.0' } }),
})
const absent = (name: string, passedOver: string): Source => ({ name, find: async () => ({ passedOver }) })

describe('firstWorkingSource', () => {
  it('takes the first source that works and tries none after it', async () => {
    const tried: string[] = []
    const spied = (source: Source): Source => ({
      ...source,
      find: () => {
        tried.push(source.name)
        return source.find()
      },
    })
    const program = await firstWorkingSource({
      wanted: 'MongoDB',
      sources: [absent('PATH', 'not there'), localSource('cache'), localSource('download')].map(spied),
      advice: 'Install it.',
    })
    expect(program).toEqual({ path: '/cache', version: '8.0.0', source: 'cache' })
    expect(tried).toEqual(['PATH', 'cache'])
  })

  it('hides the reasons unless verbose', async () => {
    const lines: string[] = []
    const sources = [absent('PATH', 'not there'), localSource('cache')]
    await firstWorkingSource({
      wanted: 'Redis',
      sources,
      advice: 'Install it.',
      verbose: (line) => lines.push(line),
    })
    expect(lines).toEqual(['Redis, passed over PATH: not there'])
  })

  it('names every reason in order, also thrown ones, when no source works', async () => {
    const broken: Source = { name: 'download', find: () => Promise.reject(new Error('no internet')) }
    const failure = firstWorkingSource({
      wanted: 'Redis',
      sources: [absent('PATH', 'not there'), broken],
      advice: 'Install it.',
    })
    await expect(failure).rejects.toThrow(
      new CliError(
        'Redis could not be provided. Install it.\n  - PATH: not there\n  - download: no internet',
      ),
    )
  })
})
