import { type Request, type Response, Router } from 'express'
import type { JournalEntry } from '../wire/journal.ts'
import { escapeHtml, page, table } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { textOf } from '../wire/text-of.ts'

/** Every mail and text message that the shop sent, newest first, for people and as JSON. */
export function inboxPage(mail: SimulatedVendor, sms: SimulatedVendor): Router {
  const router = Router()
  router.get('/', (_request: Request, response: Response) => {
    response.type('html').send(page('Inbox', content(newest(mail), newest(sms))))
  })
  router.get('/mail.json', ({ query }: Request, response: Response) => {
    response.json(newest(mail).filter((entry) => query.to === undefined || includes(entry.to, query.to)))
  })
  router.get('/sms.json', ({ query }: Request, response: Response) => {
    response.json(
      newest(sms).filter((entry) => query.mobile === undefined || includes(entry.numbers, query.mobile)),
    )
  })
  router.get('/mail/:seq', (request: Request, response: Response) => {
    const entry = mail.journal().find(({ seq }) => seq === Number(request.params.seq))
    if (!entry) return void response.sendStatus(404)
    response.type('html').send(page(String(entry.subject), mailContent(entry)))
  })
  return router
}

const newest = (vendor: SimulatedVendor) => [...vendor.journal()].reverse()

const includes = (list: unknown, wanted: unknown) => Array.isArray(list) && list.includes(wanted)

function content(mails: readonly JournalEntry[], texts: readonly JournalEntry[]): string {
  const mailRows = mails
    .slice(0, 100)
    .map(({ seq, at, to, subject }) => [
      clock(at),
      escapeHtml(to),
      `<a href="/inbox/mail/${seq}">${escapeHtml(subject) || 'No subject'}</a>`,
    ])
  const smsRows = texts
    .slice(0, 100)
    .map(({ at, numbers, text }) => [clock(at), ...[numbers, text].map(escapeHtml)])
  return `<h1>Inbox</h1><p class="quiet">What the shop sent. Nothing leaves this machine. <a href="/control">Simulators</a></p>
<section><h2>Mail</h2>${table(['When', 'To', 'Subject'], mailRows, 'No mail yet.')}</section>
<section><h2>Text messages</h2>${table(['When', 'To', 'Text'], smsRows, 'No text message yet.')}</section>`
}

/** The mail's own HTML stays in a frame without scripts. */
function mailContent(entry: JournalEntry): string {
  const html = `<iframe sandbox title="Mail" srcdoc="${escapeHtml(entry.html)}" style="width:100%;height:520px;border:0;background:#fff;border-radius:8px"></iframe>`
  const text = textOf(entry.text)
  const links = [...new Set(`${text} ${textOf(entry.html)}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? [])]
  return `<p><a href="/inbox">Inbox</a></p><h1>${escapeHtml(entry.subject)}</h1>
<p class="quiet">To ${escapeHtml(entry.to)}, from ${escapeHtml(entry.from)}, ${clock(entry.at)}</p>
<section><pre>${escapeHtml(text)}</pre>${links.map((link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`).join('')}</section>
${entry.html ? `<section>${html}</section>` : ''}`
}

const indianTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const clock = (iso: string) => escapeHtml(indianTime.format(new Date(iso)))
