import { type MailParts, mailHtml } from './mail-html.ts'
import { notificationTexts } from './notice-texts.ts'
import type { Notification } from './notification.ts'

export type MailText = { subject: string; text: string; html: string }

/** What the shop is called, where browsers reach it (without a slash at the end), and whom customers can ask. */
export type ShopContact = { name: string; publicUrl: string; support: string }

/** A notification as a mail. */
export function mailTexts(notification: Notification, shop: ShopContact): MailText {
  const words = notificationTexts(notification, shop.support)
  const parts: MailParts = {
    name: shop.name,
    support: shop.support,
    ref: notification.ref,
    greeting: `Hello ${oneLine(notification.to.name)},`.replace(' ,', ','),
    sentences: words.sentences.map(oneLine),
    link: `${shop.publicUrl}${words.path}`,
    linkText: words.linkText,
  }
  return {
    // The ref keeps mailboxes from folding two links into one conversation, of which the first is void.
    subject: oneLine(`${words.subject} · ${notification.ref}`),
    text: mailText(parts),
    html: mailHtml(parts),
  }
}

/** The shop's name as mailboxes show it: `Jhatpat` of `Jhatpat <orders@jhatpat.test>`. */
export function nameOfSender(from: string): string {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(from) ?? []
  return name || (address.split('@').at(-1) ?? address)
}

function mailText({ name, greeting, sentences, link, linkText, ref, support }: MailParts): string {
  return [
    greeting,
    '',
    ...sentences,
    '',
    `${linkText}: ${link}`,
    '',
    `${name} · ${ref}`,
    `Questions: ${support}`,
    '',
  ].join('\n')
}

/** A name with a line break in it must not write headers or lines of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
