import { expect } from 'vitest'
import type { Service } from '../../support/service-harness.ts'

type Mail = { to: string[]; subject: string; text: string }

/** A person's received mails and text messages. */
export function inboxOf(service: Service) {
  const mails = (email: string) =>
    (service.simulators.journal('mail') as unknown as Mail[]).filter(({ to }) => to.includes(email))
  const texts = (mobile: string) =>
    service.simulators
      .journal('sms')
      .filter(({ numbers }) => String(numbers) === mobile)
      .map(({ text }) => String(text))
  const newest = <T>(find: () => T | undefined) =>
    expect
      .poll(find, { timeout: 15_000 })
      .toBeDefined()
      .then(() => find() as T)
  const linkOf = (email: string) =>
    newest(
      () =>
        /https?:\/\/[^/\s]+(\/(?:verification|reset_password|invitation|contact_changed|owner_change|sign_in_link)\S+)/.exec(
          mails(email).at(-1)?.text ?? '',
        )?.[1],
    )
  return {
    mails,
    texts,
    /** The digits of the newest code, once it has arrived. */
    codeOf: (mobile: string) => newest(() => /\b\d{6}\b/.exec(texts(mobile).at(-1) ?? '')?.[0]),
    /** The path of the newest link, once it has arrived. */
    linkOf,
    paramsOf: async (email: string) => {
      const [, , id = '', token = ''] = (await linkOf(email)).split('/')
      return { id, token }
    },
  }
}
