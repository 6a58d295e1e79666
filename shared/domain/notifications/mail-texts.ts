import { type MailParts, mailHtml } from './mail-html.ts'
import type { Notification } from './notification.ts'
import { notificationTexts } from './notification-texts.ts'

export type MailText = { subject: string; text: string; html: string }

/** The shop's name, public address (without trailing slash) and support contact. */
export type ShopContact = { name: string; publicUrl: string; support: string }

/** A notification as a mail. */
export function mailTexts(notification: Notification, shop: ShopContact): MailText {
  const texts = notificationTexts(notification, shop.support)
  const parts: MailParts = {
    name: shop.name,
    support: shop.support,
    ref: notification.ref,
    greeting: `Hi ${oneLine(notification.to.name)},`.replace(' ,', ','),
    sentences: texts.sentences.map(oneLine),
    link: `${shop.publicUrl}${texts.path}`,
    linkText: texts.linkText,
  }
  return {
    // With the ref, mailboxes do not group mails with different links, of which only the last is valid.
    subject: oneLine(`${texts.subject} · ${notification.ref}`),
    text: mailText(parts),
    html: mailHtml(parts),
  }
}

/** The shop's name as mailboxes show it: `Jhatpat` of `Jhatpat <orders@jhatpat.test>`. */
export function nameOfSender(from: string): string {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(from) ?? []
  return name || (address.split('@').at(-1) ?? address)
}

/** The address of `Jhatpat <orders@jhatpat.test>`. */
export const addressOfSender = (from: string): string => /<([^>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

function mailText({ name, greeting, sentences, link, linkText, ref, support }: MailParts): string {
  return [
    greeting,
    '',
    ...sentences,
    '',
    `${linkText}: ${link}`,
    '',
    `${name} · ${ref}`,
    `Need help? ${support}`,
    '',
  ].join('\n')
}

/** Removes line breaks, so that a name cannot add headers or lines. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
