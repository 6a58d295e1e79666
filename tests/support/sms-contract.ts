import type { SmsSender } from '@jhatpat/shared/providers/sms/sms-sender.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BrokenOutcome } from './supplier-harness.ts'

export type SmsHarness = {
  reset(): Promise<void>
  make(options?: { timeoutMs?: number; key?: string; unreachable?: boolean }): SmsSender
  key: string
  /** `refuse`: permanently. */
  next(outcome: BrokenOutcome | 'refuse'): Promise<void>
  leakKey(): Promise<void>
  /** The messages received, oldest first. */
  received(): { mobile: string; text: string }[]
}

/** Contract tests that every SMS adapter must pass, run against its simulator. */
export function smsContract(name: string, harness: SmsHarness): void {
  const message = { mobile: '9000000000', text: 'Your code is 123456' }
  describe(`SMS by ${name}`, () => {
    beforeEach(() => harness.reset())

    it('sends the text unchanged', async () => {
      const sender = harness.make()
      expect(sender.name).toBe(name)
      expect(await sender.send(message)).toEqual({
        kind: 'accepted',
        providerRef: expect.stringMatching(/\w/),
      })
      expect(harness.received()).toEqual([message])
    })

    it('is rejected for an impossible number', async () => {
      expect((await harness.make().send({ ...message, mobile: '12' })).kind).toBe('rejected')
      expect(harness.received()).toEqual([])
    })

    it('reports that nothing was sent, and that a retry may succeed, with an invalid key', async () => {
      const result = await harness.make({ key: 'wrong' }).send(message)
      expect(result).toMatchObject({ kind: 'deferred', stops: 'account' })
      expect(harness.received()).toEqual([])
    })

    it('waits at least five minutes before a second message to the same number', async () => {
      await harness.make().send(message)
      const second = await harness.make().send(message)
      expect(second).toMatchObject({
        kind: 'deferred',
        isTooSoon: true,
        waitMs: expect.toSatisfy((ms) => ms >= 300_000),
      })
      expect(harness.received()).toHaveLength(1)
    })

    it('never shows the key, even when the provider repeats it', async () => {
      await harness.leakKey()
      await harness.next('refuse')
      const result = await harness.make().send(message)
      expect(result.kind).toBe('rejected')
      expect(JSON.stringify(result)).not.toContain(harness.key)
    })

    it.each(['timeout_accepted', 'timeout_lost', 'reset', 'http500', 'html', 'cut_json', 'no_id'] as const)(
      'does not know after %s',
      async (outcome) => {
        await harness.next(outcome)
        expect((await harness.make({ timeoutMs: 250 }).send(message)).kind).toBe('unknown')
      },
    )

    it('is deferred by HTTP 429, and sends nothing', async () => {
      await harness.next('http429')
      const result = await harness.make().send(message)
      expect(result).toMatchObject({ kind: 'deferred', waitMs: 30_000, stops: 'server' })
      expect(harness.received()).toEqual([])
    })

    it('reports that nothing was sent when the provider is unreachable', async () => {
      const result = await harness.make({ unreachable: true }).send(message)
      expect(result).toMatchObject({ kind: 'deferred', stops: 'server' })
    })
  })
}
