import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { type SmtpAction, type SmtpStep, scriptedSmtp } from '../../../tests/support/scripted-smtp.ts'
import type { MailResult } from './mail-sender.ts'
import { createSmtpMail } from './smtp.ts'

/** Longer than nodemailer waits before it sends a mail again. */
const repeatMs = 300

const ends: [string, SmtpAction][] = [
  ['FIN', 'end'],
  ['RST', 'reset'],
  ['421', { reply: '421 shutting down', end: true }],
]
const cuts: [string, SmtpAction][] = [
  ['FIN', 'end'],
  ['RST', 'reset'],
  ['silence', 'silence'],
]
const closings: { name: string; by: 'end' | 'reset'; line?: string }[] = [
  { name: 'FIN', by: 'end' },
  { name: 'RST', by: 'reset' },
  { name: '421 and FIN', by: 'end', line: '421 idle for too long' },
  { name: '451 and FIN', by: 'end', line: '451 idle for too long' },
]
const beforeContent = ['MAIL', 'RCPT', 'DATA'] as const

/** Each of `steps` with each of `actions`, with names for the title. */
const eachOf = (steps: readonly SmtpStep[], actions: [string, SmtpAction][]) =>
  steps.flatMap((step) => actions.map(([name, action]) => ({ step, name, action })))

describe.each([
  ['one command after another', false],
  ['the commands of a mail together', true],
])('connections to a mail server that takes %s', { concurrent: true }, (_how, hasPipelining) => {
  const start = async ({ onTestFinished }: TestContext, timeoutMs = 4_000) => {
    const server = await scriptedSmtp({ hasPipelining })
    const mail = createSmtpMail({ url: server.url, from: 'a@example.test', timeoutMs })
    onTestFinished(async () => {
      mail.close()
      await server.stop()
    })
    const send = (subject: string, text = 'Hello'): Promise<MailResult> =>
      mail.send({ to: 'arjun@example.test', subject, text })
    const received = () =>
      server.mails.map((content) => /^Subject: (.*?)\r?$/m.exec(content)?.[1] ?? '').sort()
    return { server, mail, send, received }
  }
  type At = { connection: number; nth: number }
  const once = (step: SmtpStep, action: SmtpAction, at: At) => (reached: SmtpStep, now: At) =>
    reached === step && now.connection === at.connection && now.nth === at.nth ? action : undefined

  it('are reused', async (test) => {
    const { server, send, received } = await start(test)
    for (const subject of ['a', 'b', 'c']) expect(await send(subject)).toMatchObject({ kind: 'accepted' })
    expect(received()).toEqual(['a', 'b', 'c'])
    expect(server.connections).toBe(1)
  })

  it('send the next mail after a recipient was rejected', async (test) => {
    const { server, send, received } = await start(test)
    const noMailbox = once('RCPT', { reply: '550 no such mailbox' }, { connection: 1, nth: 1 })
    const noRecipient = once('DATA', { reply: '554 no recipient' }, { connection: 1, nth: 1 })
    server.script((step, at) => noMailbox(step, at) ?? (hasPipelining ? noRecipient(step, at) : undefined))
    expect(await send('a')).toMatchObject({ kind: 'rejected', message: expect.stringContaining('550') })
    for (const subject of ['b', 'c']) expect(await send(subject)).toMatchObject({ kind: 'accepted' })
    expect(received()).toEqual(['b', 'c'])
  })

  it('are two for two mails at once, and five for many', async (test) => {
    const { server, send, received } = await start(test)
    await Promise.all([send('a'), send('b')])
    expect(server.connections).toBe(2)
    const many = Array.from({ length: 30 }, (_, index) => `mail ${index}`)
    for (const result of await Promise.all(many.map((subject) => send(subject))))
      expect(result).toMatchObject({ kind: 'accepted' })
    expect(received()).toEqual(['a', 'b', ...many].sort())
    expect(server.connections).toBe(5)
  })

  it.for(closings)('are replaced when the server closed them while idle, by $name', async (closing, test) => {
    const { server, send, received } = await start(test)
    await Promise.all(['a', 'b', 'c'].map((subject) => send(subject)))
    if (closing.line) server.say(closing.line)
    server.closeAll(closing.by)
    await vi.waitUntil(() => server.openConnections() === 0)
    expect(await send('d')).toMatchObject({ kind: 'accepted' })
    expect(received()).toEqual(['a', 'b', 'c', 'd'])
  })

  it.for(closings)(
    'that the server closes in the moment of a mail leave no doubt about it, by $name',
    async (closing, test) => {
      const { server, send, received } = await start(test)
      await Promise.all(['a', 'b', 'c'].map((subject) => send(subject)))
      if (closing.line) server.say(closing.line)
      server.closeAll(closing.by)
      const { kind } = await send('d')
      await sleep(repeatMs)
      // A 451 that meets the mail's first command is its answer.
      expect(kind).toBe(received().includes('d') ? 'accepted' : 'deferred')
      expect(kind === 'deferred').toBe(closing.line?.startsWith('451') === true && !hasPipelining)
      expect(received()).toHaveLength(kind === 'accepted' ? 4 : 3)
    },
  )

  it.for(eachOf(beforeContent, ends))(
    'are replaced when one that is reused ends at $step by $name, and the mail is sent once',
    async ({ step, action }, test) => {
      const { server, send, received } = await start(test)
      await send('a')
      server.script(once(step, action, { connection: 1, nth: 2 }))
      expect(await send('b')).toMatchObject({ kind: 'accepted' })
      await sleep(repeatMs)
      expect(received()).toEqual(['a', 'b'])
      expect(server.connections).toBe(2)
    },
  )

  it.for(eachOf(['EHLO', ...beforeContent], ends))(
    'show that nothing was sent when a new one ends at $step by $name',
    async ({ step, action }, test) => {
      const { server, send, received } = await start(test)
      server.script((reached) => (reached === step ? action : undefined))
      expect(await send('a')).toMatchObject({ kind: 'deferred' })
      await sleep(repeatMs)
      expect(received()).toEqual([])
    },
  )

  it.for(eachOf(['connect'], ends))(
    'show that nothing was sent when all end before the greeting by $name',
    async ({ action }, test) => {
      const { server, send, received } = await start(test)
      server.script((step) => (step === 'connect' ? action : undefined))
      expect(await send('a')).toMatchObject({ kind: 'deferred', stops: 'server' })
      expect(received()).toEqual([])
    },
  )

  it.for(eachOf(['connect', 'EHLO', ...beforeContent], [['silence', 'silence']]))(
    'show that nothing was sent when the server stops answering at $step',
    async ({ step, action }, test) => {
      const { server, send, received } = await start(test, 200)
      server.script((reached) => (reached === step ? action : undefined))
      expect(await send('a')).toMatchObject({ kind: 'deferred', stops: 'server' })
      expect(received()).toEqual([])
    },
  )

  it.for([1, 2].flatMap((nth) => eachOf(['content', 'mail'], cuts).map((cut) => ({ ...cut, nth }))))(
    'leave mail $nth unknown, and send it no second time, when cut at the step $step by $name',
    async ({ step, action, nth }, test) => {
      const { server, send, received } = await start(test, action === 'silence' ? 1_000 : 4_000)
      if (nth === 2) await send('a')
      server.script(once(step, action, { connection: 1, nth }))
      expect(await send('cut')).toMatchObject({ kind: 'unknown' })
      await sleep(repeatMs)
      expect(received().filter((subject) => subject === 'cut')).toHaveLength(step === 'mail' ? 1 : 0)
      expect(server.connections).toBe(1)
      expect(await send('b')).toMatchObject({ kind: 'accepted' })
    },
  )

  it('leave a mail unknown that was cut while it was being written', async (test) => {
    const { server, send, received } = await start(test)
    server.script(once('content', 'reset', { connection: 1, nth: 1 }))
    expect(await send('large', 'Hello '.repeat(1_000_000))).toMatchObject({ kind: 'unknown' })
    await sleep(repeatMs)
    expect(received()).toEqual([])
    expect(server.connections).toBe(1)
  })

  it('show that a mail was not taken when the server answers it with 421 and ends', async (test) => {
    const { server, send } = await start(test)
    await send('a')
    server.script(once('mail', { reply: '421 shutting down', end: true }, { connection: 1, nth: 2 }))
    expect(await send('b')).toEqual({ kind: 'deferred', message: expect.any(String) })
    await sleep(repeatMs)
    expect(server.mails).toHaveLength(2)
    expect(server.connections).toBe(1)
  })

  it('are replaced after a restart of the server', async (test) => {
    const { server, send, received } = await start(test)
    await Promise.all([send('a'), send('b')])
    await server.stop()
    expect(await send('while it is down')).toMatchObject({ kind: 'deferred', stops: 'server' })
    await server.start()
    expect(await send('c')).toMatchObject({ kind: 'accepted' })
    await server.stop()
    await server.start()
    expect(await send('d')).toMatchObject({ kind: 'accepted' })
    expect(received()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are waited for no longer than four time-outs, and what waited was not sent', async (test) => {
    const { server, send, received } = await start(test, 400)
    server.script((step) => (step === 'mail' ? 'silence' : undefined))
    const startedAt = performance.now()
    const mails = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => ({
        subject: `mail ${index}`,
        result: await send(`mail ${index}`),
      })),
    )
    expect(performance.now() - startedAt).toBeLessThan(3_500)
    const arrived = new Set(received())
    expect(arrived.size).toBeGreaterThanOrEqual(5)
    for (const { subject, result } of mails)
      if (arrived.has(subject)) expect(result, subject).toMatchObject({ kind: 'unknown' })
    expect(mails.filter(({ result }) => result.kind === 'deferred').length).toBeGreaterThanOrEqual(10)
  })

  it('end at shutdown after the mails that are being sent; those that wait were not sent', async (test) => {
    const { server, mail, send } = await start(test)
    server.script((step) => (step === 'mail' ? 'silence' : undefined))
    const running = Array.from({ length: 5 }, (_, index) => send(`mail ${index}`))
    const waiting = [send('waiting')]
    await vi.waitUntil(() => server.mails.length === 5)
    mail.close()
    waiting.push(send('late'))
    for (const result of await Promise.all(waiting)) expect(result).toMatchObject({ kind: 'deferred' })
    server.say('250 queued')
    for (const result of await Promise.all(running)) expect(result).toMatchObject({ kind: 'accepted' })
    await vi.waitUntil(() => server.openConnections() === 0)
    expect(server.mails).toHaveLength(5)
  })
})

it('closes a connection in order after five idle seconds', async () => {
  const server = await scriptedSmtp({ hasPipelining: true })
  const mail = createSmtpMail({ url: server.url, from: 'a@example.test' })
  const message = { to: 'arjun@example.test', subject: 'Hello', text: 'Hello' }
  const steps: SmtpStep[] = []
  server.script((step) => void steps.push(step))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await mail.send(message)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(steps).not.toContain('QUIT')
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await vi.waitUntil(() => server.openConnections() === 0)
  expect(steps.at(-1)).toBe('QUIT')
  expect(await mail.send(message)).toMatchObject({ kind: 'accepted' })
  mail.close()
  await server.stop()
})
