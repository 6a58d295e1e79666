import { earliest } from '../../platform/due-tasks.ts'
import type { Deps } from '../deps.ts'
import { recordSending, startSending } from './deliver-once.ts'
import { mailTexts, nameOfSender } from './mail-texts.ts'
import type { Notification } from './notification.ts'
import { isIndianMobile, releaseSms, reserveSms, type SmsRefusal } from './reserve-sms.ts'
import { type OutgoingMessage, type SendingStart, sendStarted } from './send-started.ts'
import { type NotificationStatus, type SendAnswer, sentOf } from './sending.ts'
import { smsText } from './sms-text.ts'

/** `none`: not sent on this channel. `againAt`: something is still to be sent, from then on. */
export type NotifyResult = {
  mail: NotificationStatus | 'none'
  sms: NotificationStatus | 'none'
  againAt?: Date
}

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'clock' | 'log'> & {
  env: Pick<Deps['env'], 'PUBLIC_URL' | 'SUPPORT_CONTACT' | 'MAIL_FROM' | 'SMS_GAP_MS'>
}

/**
 * Notifies a customer of a top-up or an account by mail and by text message, each once, even when called repeatedly or
 * concurrently. A message that may have been sent is never repeated; one that certainly was not is retried by another
 * call at `againAt`, for a day.
 * @param reread the same notification from current facts, called right before sending; undefined when it no longer
 * applies, and then nothing is sent
 */
export async function notifyCustomer(
  deps: NotifyDeps,
  notification: Notification,
  reread: () => Promise<Notification | undefined> = async () => notification,
): Promise<NotifyResult> {
  const messages = customerMessages(deps, notification)
  const starts = await startSending(messages, deps.clock)
  const sent = await sendStarted(deps, await withCurrent(deps, starts, reread), recordSending)
  const statusOf = (channel: string) =>
    sent[messages.findIndex((message) => message.channel === channel)]?.status ?? 'none'
  const againAt = earliest(sent.map((sending) => sentOf(sending).againAt))
  return { mail: statusOf('mail'), sms: statusOf('sms'), ...(againAt ? { againAt } : {}) }
}

/**
 * A notification's mail and text message. Text messages cost money: only for kinds with a template that the provider
 * may send, to Indian mobile numbers.
 */
export function customerMessages(deps: NotifyDeps, notification: Notification): OutgoingMessage[] {
  const { email, mobilenumber } = notification.to
  const sms = isIndianMobile(mobilenumber) ? smsText(notification, publicUrlOf(deps)) : undefined
  const messages: OutgoingMessage[] = []
  // The address of an erased person is a text.
  if (email.includes('@'))
    messages.push({ notification, channel: 'mail', send: (current) => sendMail(deps, current) })
  if (sms && deps.sms.canSend(sms.template.name)) {
    messages.push({ notification, channel: 'sms', send: (current) => sendSms(deps, current) })
  }
  return messages
}

const publicUrlOf = ({ env }: NotifyDeps) => env.PUBLIC_URL.replace(/\/$/, '')

/** Gives what was started its current facts, or cancels it. */
async function withCurrent(
  deps: NotifyDeps,
  starts: readonly SendingStart[],
  reread: () => Promise<Notification | undefined>,
): Promise<readonly SendingStart[]> {
  if (!starts.some(({ current }) => current)) return starts
  const replaceCurrent = (by: Pick<SendingStart, 'current' | 'answer'>) =>
    starts.map(({ current, ...start }) => (current ? { ...start, ...by } : start))
  const cancelled = replaceCurrent({ answer: { kind: 'cancelled', note: 'Not sent.', isPlanned: true } })
  try {
    const current = await reread()
    return current ? replaceCurrent({ current }) : cancelled
  } catch (error) {
    await sendStarted(deps, cancelled, recordSending)
    throw error
  }
}

async function sendMail(deps: NotifyDeps, notification: Notification): Promise<SendAnswer> {
  const { MAIL_FROM, SUPPORT_CONTACT } = deps.env
  const shop = { name: nameOfSender(MAIL_FROM), publicUrl: publicUrlOf(deps), support: SUPPORT_CONTACT }
  const result = await deps.mail.send({ to: notification.to.email, ...mailTexts(notification, shop) })
  return result.kind === 'accepted'
    ? { kind: 'accepted', note: result.messageId }
    : { ...result, note: result.message }
}

async function sendSms(deps: NotifyDeps, notification: Notification): Promise<SendAnswer> {
  const sms = smsText(notification, publicUrlOf(deps))
  if (!sms) return { kind: 'rejected', note: 'Sent by mail alone.' }
  const { mobilenumber: mobile, email } = notification.to
  const reservation = await reserveSms(deps, mobile, notification.kind === 'account_code').catch(String)
  if (typeof reservation === 'string') return { kind: 'deferred', note: reservation }
  if ('reason' in reservation) return withoutReservation(reservation, email !== '')
  const result = await deps.sms.send({ mobile, ...sms })
  const isReleased = result.kind === 'rejected' || (result.kind === 'deferred' && !result.isTooSoon)
  if (isReleased) await releaseSms(mobile, reservation)
  return result.kind === 'accepted'
    ? { kind: 'accepted', note: result.providerRef }
    : { ...result, note: result.message }
}

/** A message waits until its number may receive one; while a code is valid, a mail replaces it. */
function withoutReservation({ reason, waitMs }: SmsRefusal, hasMail: boolean): SendAnswer {
  const isPlanned = true
  if (reason === 'code_pending' && hasMail) {
    return { kind: 'rejected', note: 'A code was sent to the number: by mail alone.', isPlanned }
  }
  return {
    kind: 'deferred',
    note: 'The number was sent a text message within five minutes.',
    waitMs,
    isPlanned,
  }
}
