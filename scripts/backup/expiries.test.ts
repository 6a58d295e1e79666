import { describe, expect, it } from 'vitest'
import { createExpiries } from './expiries.ts'

const plain = { name: 'by_name', key: { name: 1 } }
const expiring = { name: 'expiry', key: { at: 1 }, expireAfterSeconds: 60 }

async function switchedOn(change: (expiries: ReturnType<typeof createExpiries>) => void) {
  const commands: unknown[] = []
  const expiries = createExpiries()
  change(expiries)
  await expiries.switchOn({ command: async (command: unknown) => void commands.push(command) } as never)
  return commands
}

describe('indexes that delete expired documents', () => {
  it('are built without their expiry, and get it at the end', async () => {
    const commands = await switchedOn((expiries) => {
      const { expireAfterSeconds: _seconds, ...without } = expiring
      expect(expiries.without('sessions', [plain, expiring])).toEqual([plain, without])
    })
    expect(commands).toEqual([{ collMod: 'sessions', index: { name: 'expiry', expireAfterSeconds: 60 } }])
  })

  it('get the expiry that a later change gave them, and none when they were dropped', async () => {
    const commands = await switchedOn((expiries) => {
      expiries.without('sessions', [expiring])
      expiries.without('sessions', [{ name: 'expiry', expireAfterSeconds: 90 }])
      expiries.without('otps', [expiring, { ...expiring, name: 'second' }])
      expiries.forget('otps', 'expiry')
      expiries.without('codes', [expiring])
      expiries.forget('codes', '*')
    })
    expect(commands).toEqual([
      { collMod: 'sessions', index: { name: 'expiry', expireAfterSeconds: 90 } },
      { collMod: 'otps', index: { name: 'second', expireAfterSeconds: 60 } },
    ])
  })
})
