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
  router.get('/count.json', (_request: Request, response: Response) => {
    response.json(mail.journal().length + sms.journal().length)
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

type Message = { at: string; kind: 'Mail' | 'Text message'; to: string; html: string }

/** Both kinds together, newest first; the cells are HTML already. */
function content(mails: readonly JournalEntry[], texts: readonly JournalEntry[]): string {
  const messages: Message[] = [
    ...mails.map(({ seq, at, to, subject }) => ({
      at,
      kind: 'Mail' as const,
      to: escapeHtml(to),
      html: `<a href="/inbox/mail/${seq}">${escapeHtml(subject) || 'No subject'}</a>`,
    })),
    ...texts.map(({ at, numbers, text }) => ({
      at,
      kind: 'Text message' as const,
      to: escapeHtml(numbers),
      html: withLinks(textOf(text)),
    })),
  ]
  const rows = messages
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, 200)
    .map(({ at, kind, to, html }) => [`${kind}<br><small>${clock(at)}</small><br><small>${to}</small>`, html])
  return `<h1>Inbox</h1><p class="quiet">What the shop sent, by mail and as text messages. Nothing leaves this machine. <a href="/control">Simulators</a></p>
<section>${table(['What', 'Says'], rows, 'Nothing yet. This page shows by itself what comes.')}</section>
${follow(mails.length + texts.length)}`
}

/** Reloads the page when the number of messages changes. */
const follow = (count: number) => `<script>
setInterval(async () => {
  const reply = await fetch('/inbox/count.json').catch(() => undefined)
  if (reply?.ok && (await reply.json()) !== ${count}) location.reload()
}, 1000)
</script>`

/** The mail's HTML is in a frame without scripts, whose links open in a new tab. */
function mailContent(entry: JournalEntry): string {
  const framed = `<base target="_blank">${textOf(entry.html)}`
  const html = `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Mail" srcdoc="${escapeHtml(framed)}" style="width:100%;height:640px;border:0;background:#fff;border-radius:8px"></iframe>`
  return `<p><a href="/inbox">Inbox</a></p><h1>${escapeHtml(entry.subject)}</h1>
<p class="quiet">To ${escapeHtml(entry.to)}, from ${escapeHtml(entry.fromName)} ${escapeHtml(entry.from)}, ${clock(entry.at)}</p>
${entry.html ? `<section><h2>As HTML</h2>${html}</section>` : ''}
<section><h2>As text</h2><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(textOf(entry.text))}</pre></section>`
}

/** Text as HTML with clickable addresses. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s"'<>)]+)/)
    .map((part, at) => (at % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
}

const indianTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const clock = (iso: string) => escapeHtml(indianTime.format(new Date(iso)))
