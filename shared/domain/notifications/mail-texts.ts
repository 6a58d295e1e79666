import type { Notice } from './notice.ts'
import { type NoticeWords, noticeWords } from './notice-words.ts'

export type MailText = { subject: string; text: string; html: string }

/** Where browsers reach the shop, without a slash at the end, and whom customers can ask. */
export type ShopContact = { publicUrl: string; support: string }

/** A notice as a mail. */
export function mailTexts(notice: Notice, shop: ShopContact): MailText {
  const words = noticeWords(notice, shop.support)
  const link = `${shop.publicUrl}${words.path}`
  return {
    subject: oneLine(`${words.subject} · ${notice.ref}`),
    text: mailText(notice, words, link),
    html: mailHtml(notice, words, link),
  }
}

function mailText({ to, ref }: Notice, { sentences, linkText }: NoticeWords, link: string): string {
  return [
    `Hello ${oneLine(to.name)},`,
    '',
    ...sentences.map(oneLine),
    '',
    `${linkText}: ${link}`,
    '',
    `Jhatpat · ${ref}`,
    '',
  ].join('\n')
}

function mailHtml({ to, ref }: Notice, { sentences, linkText }: NoticeWords, link: string): string {
  const paragraphs = [`Hello ${oneLine(to.name)},`, ...sentences].map(
    (sentence) => `<p style="margin:0 0 12px">${escapeHtml(sentence)}</p>`,
  )
  const button =
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#FF4F9A;color:#1C0610;font-weight:700;text-decoration:none'
  return [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#0A1114;color:#F0F6F5;font:16px/1.5 sans-serif">',
    '<div style="max-width:520px;margin:0 auto;padding:24px;border-radius:14px;background:#121D22">',
    ...paragraphs,
    `<p style="margin:20px 0"><a href="${escapeHtml(link)}" style="${button}">${escapeHtml(linkText)}</a></p>`,
    `<p style="margin:0;color:#93A9AF;font-size:13px">Jhatpat · ${escapeHtml(ref)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

/** A name with a line break in it must not write headers or lines of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
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
