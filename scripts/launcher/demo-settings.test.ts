import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoSettings } from './demo-settings.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-settings-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('demoSettings', () => {
  it('creates secrets once and keeps them', async () => {
    const first = await demoSettings(dataDir)
    expect(Buffer.from(first.SECRET_KEY!, 'base64')).toHaveLength(32)
    expect(await demoSettings(dataDir)).toEqual(first)
  })

  it('creates different secrets in another folder', async () => {
    const first = await demoSettings(dataDir)
    const second = await demoSettings(join(dataDir, 'other'))
    expect(second.SECRET_KEY).not.toBe(first.SECRET_KEY)
    expect(second.UPIGATEWAY_KEY).not.toBe(first.UPIGATEWAY_KEY)
  })

  it('adds what an older file lacks and keeps the rest', async () => {
    await writeFile(join(dataDir, 'demo.env'), 'SMS_KEY=mine\n')
    const settings = await demoSettings(dataDir)
    expect(settings.SMS_KEY).toBe('mine')
    expect(await readFile(join(dataDir, 'demo.env'), 'utf8')).toContain(`SMILE_KEY=${settings.SMILE_KEY}`)
  })
})
