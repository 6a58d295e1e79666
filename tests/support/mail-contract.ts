import type { MailSender } from '@jhatpat/shared/providers/mail/mail-sender.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

export type MailHarness = {
  reset(): Promise<void>
  /** Sends as `Jhatpat <orders@example.test>`. */
  make(options?: { timeoutMs?: number; unreachable?: boolean }): MailSender
  /**
   * The server's result for the next mail, given after it has received all of it; `refuse` with an SMTP
   * code.
   */
  next(outcome: 'refuse' | 'timeout_accepted' | 'timeout_lost' | 'reset', code?: number): Promise<void>
  /** The server's greeting to every connection. */
  greet(code: 421 | 554): Promise<void>
  /** The mails received, oldest first. */
  received(): { to: string[]; from: string; subject: string; text: string; html: string }[]
}

/** Contract tests that every mail adapter must pass, run against its simulator. */
export function mailContract(name: string, harness: MailHarness): void {
  const message = {
    to: 'arjun@example.test',
    subject: '₹345 refunded to your wallet',
    text: 'Hello',
    html: '<p>Hello</p>',
  }
  const make: MailHarness['make'] = (options) => {
    const mail = harness.make(options)
    onTestFinished(() => mail.close())
    return mail
  }
  describe(`mail by ${name}`, () => {
    beforeEach(() => harness.reset())

    it('sends subject, text and HTML from the shop to the customer', async () => {
      expect(await make().send(message)).toEqual({
        kind: 'accepted',
        messageId: expect.stringMatching(/@/),
      })
      const [mail] = harness.received()
      expect(mail).toMatchObject({ to: [message.to], from: 'orders@example.test', subject: message.subject })
      expect(mail?.text.trim()).toBe('Hello')
      expect(mail?.html).toContain('<p>Hello</p>')
    })

    it('keeps a hostile subject in one header', async () => {
      await make().send({ ...message, subject: 'a\r\nBcc: someone@example.test' })
      expect(harness.received()[0]?.to).toEqual([message.to])
    })

    it.each([550, 552, 554])('is rejected permanently by a %i to the mail', async (code) => {
      await harness.next('refuse', code)
      expect(await make().send(message)).toMatchObject({
        kind: 'rejected',
        message: expect.stringMatching(/\w/),
      })
    })

    it('is rejected permanently where the mailbox does not exist', async () => {
      const result = await make().send({ ...message, to: 'nobody@example.test' })
      expect(result.kind).toBe('rejected')
    })

    it.each([421, 451, 452])(
      'knows after a %i that the mail was not taken, and may be later',
      async (code) => {
        await harness.next('refuse', code)
        expect(await make().send(message)).toEqual({ kind: 'deferred', message: expect.any(String) })
        expect(harness.received()).toEqual([])
      },
    )

    it('may succeed later where the mailbox is full', async () => {
      const result = await make().send({ ...message, to: 'full@example.test' })
      expect(result).toEqual({ kind: 'deferred', message: expect.any(String) })
    })

    it.each([
      [421, 'server'],
      [554, 'account'],
    ] as const)('takes a %i before any mail for trouble of all mails, of the %s', async (code, stops) => {
      await harness.greet(code)
      expect(await make().send(message)).toMatchObject({ kind: 'deferred', stops })
    })

    it.each(['timeout_accepted', 'timeout_lost', 'reset'] as const)(
      'does not know after %s',
      async (outcome) => {
        await harness.next(outcome)
        expect((await make({ timeoutMs: 400 }).send(message)).kind).toBe('unknown')
      },
    )

    it('reports that nothing was sent when the server is unreachable', async () => {
      const result = await make({ unreachable: true }).send(message)
      expect(result).toMatchObject({ kind: 'deferred', stops: 'server' })
    })
  })
}
