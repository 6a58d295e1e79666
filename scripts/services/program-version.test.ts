import { describe, expect, it } from 'vitest'
import { tryProgram, withLibraries } from './program-version.ts'

const rule = (minimum: string) => ({ pattern: /v(\d+\.\d+\.\d+)/, minimum })
const runningNode = process.versions.node

describe('tryProgram', () => {
  it('accepts a program that runs and is new enough', async () => {
    const finding = await tryProgram({ path: process.execPath }, rule('6.0'))
    expect(finding).toEqual({ found: { path: process.execPath, version: runningNode } })
  })

  it('says which version is required when the program is too old', async () => {
    const finding = await tryProgram({ path: process.execPath }, rule('999.1'))
    expect(finding).toEqual({ passedOver: `it is ${runningNode}, 999.1 or newer is needed` })
  })

  it('says that a program does not run', async () => {
    const finding = await tryProgram({ path: '/nowhere/mongod' }, rule('6.0'))
    expect(finding).toEqual({ passedOver: expect.stringContaining('it does not run here') })
  })
})

describe('withLibraries', () => {
  it('puts the folder in front of the existing value', () => {
    expect(withLibraries({ LD_LIBRARY_PATH: '/opt' }, '/cache/lib').LD_LIBRARY_PATH).toBe('/cache/lib:/opt')
  })
  it('leaves the environment unchanged without one', () => {
    expect(withLibraries({ HOME: '/home' }, undefined)).toEqual({ HOME: '/home' })
  })
})
