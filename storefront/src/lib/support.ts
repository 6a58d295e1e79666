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

const whoWrites = ({ name, mobilenumber, email }: BrowserUser) =>
  `Name: ${name}\nMobile: ${mobilenumber || 'N/A'}\nEmail: ${email}\n\n`
