import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../wire/journal.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { inboxPage } from './inbox-page.ts'

const link = 'http://localhost:3000/reset_password/665/t0ken'
const entry = (seq: number, second: number, more: object) =>
  ({ seq, at: `2026-11-21T15:12:0${second}.000Z`, ...more }) as unknown as JournalEntry
const mails = [
  entry(1, 1, { to: ['asha@mail.test'], subject: 'First', text: `Open it: ${link}\n`, html: '' }),
  entry(2, 3, {
    to: ['neha@mail.test'],
    subject: '<b>Third</b>',
    from: 'orders@jhatpat.test',
    fromName: 'Jhatpat',
    text: 'Hello',
    html: `<a href="${link}">Set it</a><script>alert(1)</script>`,
  }),
]
const texts = [entry(1, 2, { numbers: ['9000000001'], text: '482913 is your code <i>' })]
const vendor = (journal: JournalEntry[]) => ({ journal: () => journal }) as unknown as SimulatedVendor

const server = createServer(express().use('/inbox', inboxPage(vendor(mails), vendor(texts))))
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())
const read = async (path: string) => {
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return { status: reply.status, text: await reply.text() }
}

describe('the inbox', () => {
  it('shows mails and text messages together, newest first, and escapes their HTML', async () => {
    const { text } = await read('/inbox')
    const places = ['&lt;b&gt;Third&lt;/b&gt;', '482913 is your code &lt;i&gt;', 'First'].map((said) =>
      text.indexOf(said),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(text).toContain('9000000001')
  })

  it('reports the number of messages, by which an open page detects new ones', async () => {
    expect((await read('/inbox/count.json')).text).toBe('3')
    expect((await read('/inbox')).text).toContain('!== 3) location.reload()')
  })

  it('opens a mail as HTML, without its scripts and with working links, and as text', async () => {
    const { text } = await read('/inbox/mail/2')
    const frame = /<iframe [^>]*>/.exec(text)?.[0] ?? ''
    expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(frame).toContain('&lt;base target=&quot;_blank&quot;&gt;')
    expect(text).not.toContain('<script>alert')
    expect((await read('/inbox/mail/1')).text).toContain(`<a href="${link}">${link}</a>`)
  })

  it('omits a mail that was not sent', async () => {
    expect((await read('/inbox/mail/9')).status).toBe(404)
  })
})
