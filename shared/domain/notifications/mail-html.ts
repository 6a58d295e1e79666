/** The parts of a mail, as plain text. */
export type MailParts = {
  /** The shop's name, in the head and the foot. */
  name: string
  greeting: string
  sentences: readonly string[]
  link: string
  linkText: string
  /** The reference to quote in questions. */
  ref: string
  support: string
}

const body = 'margin:0;padding:24px 12px;background:#0A1114;color:#F0F6F5;font:16px/1.5 system-ui,sans-serif'
const card = 'max-width:520px;margin:0 auto;padding:28px 24px;border-radius:14px;background:#121D22'
const button =
  'display:inline-block;padding:14px 22px;border-radius:10px;background:#FF4F9A;color:#1C0610;font-weight:700;text-decoration:none'
const quiet = 'margin:0 0 4px;color:#93A9AF;font-size:13px;overflow-wrap:anywhere'

/**
 * A mail as HTML. It has no images, which mailboxes block, and shows its link as text, too, for mailboxes without
 * buttons. The preview text is the first sentence, not the shop's name.
 */
export function mailHtml({ name, greeting, sentences, link, linkText, ref, support }: MailParts): string {
  const paragraphs = [greeting, ...sentences].map(
    (sentence) => `<p style="margin:0 0 12px">${escapeHtml(sentence)}</p>`,
  )
  const address = escapeHtml(link)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">',
    `<title>${escapeHtml(name)}</title></head><body style="${body}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(sentences[0] ?? '')}</div>`,
    `<div style="${card}">`,
    `<p style="margin:0 0 20px;font-size:20px;font-weight:800">${escapeHtml(name)}</p>`,
    ...paragraphs,
    `<p style="margin:22px 0"><a href="${address}" style="${button}">${escapeHtml(linkText)}</a></p>`,
    `<p style="${quiet}">If the button doesn’t work, copy this link:<br><a href="${address}" style="color:#FF86BA">${address}</a></p>`,
    `<p style="${quiet};margin-top:20px;padding-top:14px;border-top:1px solid #26383F">${escapeHtml(name)} · ${escapeHtml(ref)}</p>`,
    `<p style="${quiet}">Need help? ${escapeHtml(support)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (letter) => named[letter] ?? letter)
}
