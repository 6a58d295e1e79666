import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'

type Reach = { chat?: string | null | undefined; phone?: string | null | undefined }

/** The shop's chat with a message that identifies the sender; undefined without one. */
export function chatLink({ chat }: Reach, user: BrowserUser | null): string | undefined {
  if (!chat) return undefined
  const url = new URL(chat)
  if (user) url.searchParams.set('text', whoWrites(user))
  return url.href
}

/** The same in the messaging app of a phone. */
export function messagingLink({ phone }: Reach, user: BrowserUser | null): string | undefined {
  return phone ? chatLink({ chat: `https://wa.me/${phone}` }, user) : undefined
}

/** The chat, or the messaging app, with a request in the message. */
export function chatAbout(support: Reach, user: BrowserUser | null, request: string): string | undefined {
  const link = chatLink(support, user) ?? messagingLink(support, user)
  if (!link) return undefined
  const url = new URL(link)
  url.searchParams.set('text', `${url.searchParams.get('text') ?? ''}${request}`)
  return url.href
}

const whoWrites = ({ name, mobilenumber, email }: BrowserUser) =>
  `Name: ${name}\nMobile: ${mobilenumber || 'N/A'}\nEmail: ${email}\n\n`
