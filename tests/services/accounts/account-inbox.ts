import { expect } from 'vitest'
import type { Service } from '../../support/service-harness.ts'

type Mail = { to: string[]; subject: string; text: string }

/** What reached somebody by mail and by text message. */
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
    /** The digits of the newest code, once it is there. */
    codeOf: (mobile: string) => newest(() => /\b\d{6}\b/.exec(texts(mobile).at(-1) ?? '')?.[0]),
    /** The path of the newest link, once it is there. */
    linkOf,
    paramsOf: async (email: string) => {
      const [, , id = '', token = ''] = (await linkOf(email)).split('/')
      return { id, token }
    },
  }
}
