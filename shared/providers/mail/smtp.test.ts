import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { type MailHarness, mailContract } from '../../../tests/support/mail-contract.ts'
import { createSmtpMail } from './smtp.ts'

const simulators = withSimulators()
const control = async (command: Record<string, unknown>) => {
  await simulators.current.control('mail', command)
}

mailContract('smtp', {
  reset: () => control({ reset: 'all' }),
  make: ({ timeoutMs = 2_000, unreachable = false } = {}) =>
    createSmtpMail({
      url: unreachable ? simulators.refusedUrl.replace('http', 'smtp') : simulators.current.smtpUrl,
      from: 'Jhatpat <orders@example.test>',
      timeoutMs,
    }),
  next: (outcome, code) => control({ next: { outcome, ...(code ? { code: String(code) } : {}) } }),
  greet: (greeting) => control({ greeting }),
  received: () => simulators.current.journal('mail') as unknown as ReturnType<MailHarness['received']>,
})

it('reports nothing sent to a server that never greets', async () => {
  const silent = createServer()
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'a@example.test', timeoutMs: 200 })
  const result = await mail.send({ to: 'arjun@example.test', subject: 'Hello', text: 'Hello' })
  silent.close()
  expect(result.kind).toBe('deferred')
})

it('reports nothing sent while the mail server is down, and sends when it is up again', async () => {
  const mail = createSmtpMail({ url: simulators.current.smtpUrl, from: 'a@example.test', timeoutMs: 2_000 })
  const message = { to: 'arjun@example.test', subject: 'Hello', text: 'Hello' }
  await control({ reset: 'all', down: true })
  expect((await mail.send(message)).kind).toBe('deferred')
  await control({ down: false })
  expect((await mail.send(message)).kind).toBe('accepted')
})

it('reports nothing sent when the server address is invalid', async () => {
  const mail = createSmtpMail({ url: 'smtp://mail server', from: 'a@example.test' })
  const result = await mail.send({ to: 'arjun@example.test', subject: 'Hello', text: 'Hello' })
  expect(result.kind).toBe('deferred')
})

it('rejects a mail to an address that cannot be one', async () => {
  const mail = createSmtpMail({ url: simulators.current.smtpUrl, from: 'a@example.test', timeoutMs: 2_000 })
  const result = await mail.send({ to: 'arjun', subject: 'Hello', text: 'Hello' })
  mail.close()
  expect(result.kind).toBe('rejected')
})

it('does not let a subject add a header line or a recipient', async () => {
  await control({ reset: 'all' })
  const mail = createSmtpMail({ url: simulators.current.smtpUrl, from: 'a@example.test', timeoutMs: 2_000 })
  const subject = 'Not received: 86 Diamonds\r\nBcc: eve@example.test\r\n\r\nPay eve'
  expect((await mail.send({ to: 'arjun@example.test', subject, text: 'Hello' })).kind).toBe('accepted')
  const [received, ...others] = simulators.current.journal('mail') as unknown as {
    to: string[]
    subject: string
    text: string
  }[]
  expect(others).toEqual([])
  expect(received).toMatchObject({ to: ['arjun@example.test'], text: expect.stringMatching(/^Hello\s*$/) })
  expect(received?.subject).toContain('Bcc: eve@example.test')
})
