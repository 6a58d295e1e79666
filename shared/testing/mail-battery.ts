import { beforeEach, describe, expect, it } from 'vitest'
import type { MailSender } from '../providers/mail/mail-sender.ts'

export type MailHarness = {
  reset(): Promise<void>
  /** Sends as `Jhatpat <orders@example.test>`. */
  make(options?: { timeoutMs?: number; unreachable?: boolean }): MailSender
  next(outcome: 'refuse' | 'timeout_accepted' | 'timeout_lost' | 'reset'): Promise<void>
  /** What has arrived, oldest first. */
  received(): { to: string[]; from: string; subject: string; text: string; html: string }[]
}

/** What every mail adapter must do, run against its stand-in. */
export function mailBattery(name: string, harness: MailHarness): void {
  const message = {
    to: 'arjun@example.test',
    subject: '₹345 is back in your wallet',
    text: 'Hello',
    html: '<p>Hello</p>',
  }
  describe(`mail by ${name}`, () => {
    beforeEach(() => harness.reset())

    it('sends subject, text and HTML from the shop to the customer', async () => {
      expect(await harness.make().send(message)).toEqual({
        kind: 'accepted',
        messageId: expect.stringMatching(/@/),
      })
      const [mail] = harness.received()
      expect(mail).toMatchObject({ to: [message.to], from: 'orders@example.test', subject: message.subject })
      expect(mail?.text.trim()).toBe('Hello')
      expect(mail?.html).toContain('<p>Hello</p>')
    })

    it('keeps a hostile subject to one header', async () => {
      await harness.make().send({ ...message, subject: 'a\r\nBcc: someone@example.test' })
      expect(harness.received()[0]?.to).toEqual([message.to])
    })

    it('is refused by the server', async () => {
      await harness.next('refuse')
      expect(await harness.make().send(message)).toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/\w/),
      })
    })

    it.each(['timeout_accepted', 'timeout_lost', 'reset'] as const)(
      'does not know after %s',
      async (outcome) => {
        await harness.next(outcome)
        expect((await harness.make({ timeoutMs: 400 }).send(message)).kind).toBe('unknown')
      },
    )

    it('does not know when nobody is there', async () => {
      expect((await harness.make({ unreachable: true }).send(message)).kind).toBe('unknown')
    })
  })
}
