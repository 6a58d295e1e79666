import type { Deps } from '../deps.ts'
import type { Notice } from './notice.ts'
import type { NoticeStatus } from './notice-model.ts'
import { noticeTexts } from './notice-texts.ts'
import { type SendAnswer, sendOnce } from './send-once.ts'

/** `none`: the customer has no such address. */
export type NotifyResult = { mail: NoticeStatus | 'none'; sms: NoticeStatus | 'none' }

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'clock' | 'log'> & { env: Pick<Deps['env'], 'PUBLIC_URL'> }

/**
 * Tells a customer by mail and by text message, each once however often and by however many this is called.
 * What may have gone out is not repeated; a mail the server refused is, up to five times.
 * @throws Error when a refused mail is worth another try, so that the job backs off and runs again
 */
export async function notifyCustomer(deps: NotifyDeps, notice: Notice): Promise<NotifyResult> {
  const texts = noticeTexts(notice, deps.env.PUBLIC_URL.replace(/\/$/, ''))
  const { email, mobilenumber } = notice.to
  const byMail = {
    name: 'mail' as const,
    retriesRefused: true,
    send: async () => answerOf(await deps.mail.send({ to: email, ...texts.mail })),
  }
  const bySms = {
    name: 'sms' as const,
    retriesRefused: false,
    send: async () => answerOf(await deps.sms.send({ mobile: mobilenumber, text: texts.sms })),
  }
  const [mail, sms] = await Promise.all([
    email ? sendOnce(notice, byMail, deps.clock) : undefined,
    mobilenumber ? sendOnce(notice, bySms, deps.clock) : undefined,
  ])
  const result: NotifyResult = { mail: mail?.status ?? 'none', sms: sms?.status ?? 'none' }
  if (Object.values(result).some((status) => status === 'refused' || status === 'unknown')) {
    deps.log.warn({ kind: notice.kind, ref: notice.ref, ...result }, 'a notice may not have arrived')
  }
  if (mail?.retry) throw new Error(`The mail for ${notice.ref} was refused; it is tried again.`)
  return result
}

type ProviderResult =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'accepted'; providerRef: string }
  | { kind: 'refused' | 'unknown'; message: string }

function answerOf(result: ProviderResult): SendAnswer {
  if (result.kind !== 'accepted') return { kind: result.kind, note: result.message }
  return { kind: 'accepted', note: 'messageId' in result ? result.messageId : result.providerRef }
}
