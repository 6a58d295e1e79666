import { earliest } from '../../platform/due-tasks.ts'
import { raiseAlert } from '../alerts/index.ts'
import type { Deps } from '../deps.ts'
import {
  cancelSending,
  recordSending,
  type SendAnswer,
  type SendingAttempt,
  type SendingStart,
  type Sent,
  startSending,
} from './deliver-once.ts'
import { mailTexts, nameOfSender } from './mail-texts.ts'
import type { Notification } from './notification.ts'
import type { NotificationStatus } from './notification-model.ts'
import { isIndianMobile, releaseSms, reserveSms, type SmsRefusal } from './reserve-sms.ts'
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
 * Notifies a customer by mail and by text message, each once, even when called repeatedly or concurrently. A message
 * that may have been sent is never repeated; one that certainly was not is retried by another call at `againAt`, for a
 * day.
 * @param reread the same notification from current facts, called right before sending; undefined when it no longer
 * applies, and then nothing is sent
 */
export async function notifyCustomer(
  deps: NotifyDeps,
  notification: Notification,
  reread: () => Promise<Notification | undefined> = async () => notification,
): Promise<NotifyResult> {
  const channels = channelsOf(deps, notification)
  const starts = await Promise.all(
    channels.map(async (channel) => ({
      channel,
      start: await startSending(notification, channel, deps.clock),
    })),
  )
  const now = starts.some(({ start }) => 'attempt' in start)
    ? await rereadOrCancel(deps, starts, reread)
    : undefined
  const sent = await Promise.all(
    starts.map(
      async ({ channel, start }) => [channel, await deliver(deps, { channel, start, now })] as const,
    ),
  )
  return summary(sent)
}

type Channel = 'mail' | 'sms'

/** Text messages cost money: only for kinds with a template that the provider may send, to Indian mobile numbers. */
function channelsOf(deps: NotifyDeps, notification: Notification): Channel[] {
  const { email, mobilenumber } = notification.to
  const sms = isIndianMobile(mobilenumber) ? smsText(notification, publicUrlOf(deps)) : undefined
  return [
    ...(email ? (['mail'] as const) : []),
    ...(sms && deps.sms.canSend(sms.template.name) ? (['sms'] as const) : []),
  ]
}

const publicUrlOf = ({ env }: NotifyDeps) => env.PUBLIC_URL.replace(/\/$/, '')

type ChannelStart = { channel: Channel; start: SendingStart }

async function rereadOrCancel(
  deps: NotifyDeps,
  starts: readonly ChannelStart[],
  reread: () => Promise<Notification | undefined>,
): Promise<Notification | undefined> {
  try {
    return await reread()
  } catch (error) {
    await Promise.all(
      starts.map(({ start }) => 'attempt' in start && cancelSending(start.attempt, deps.clock)),
    )
    throw error
  }
}

async function deliver(
  deps: NotifyDeps,
  { channel, start, now }: ChannelStart & { now: Notification | undefined },
): Promise<Sent> {
  if ('state' in start) return start.state
  if (!now) {
    await cancelSending(start.attempt, deps.clock)
    return { status: 'deferred', againAt: deps.clock.now() }
  }
  const answer = await (channel === 'mail' ? sendMail(deps, now) : sendSms(deps, now))
  const sent = await recordSending(start.attempt, answer, deps.clock)
  logTrouble(deps, start.attempt, { answer, sent })
  await alertIfChannelDown(deps, start.attempt, answer)
  return sent
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
  const reservation = await reserveSms(deps, mobile, notification.kind === 'account_code')
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

function logTrouble(
  deps: NotifyDeps,
  { kind, ref, channel, attempts }: SendingAttempt,
  { answer, sent }: { answer: SendAnswer; sent: Sent },
): void {
  const facts = { kind, ref, channel, attempts, answer: answer.note }
  if (sent.status === 'expired') deps.log.error(facts, 'notification expired')
  else if (answer.isPlanned) deps.log.info(facts, `a notification is ${sent.status}, as planned`)
  else if (sent.status === 'rejected') deps.log.error(facts, 'notification rejected')
  else if (sent.status !== 'accepted') deps.log.warn(facts, `a notification is ${sent.status}`)
}

function summary(sent: readonly (readonly [Channel, Sent])[]): NotifyResult {
  const of = (channel: Channel) => sent.find(([name]) => name === channel)?.[1].status ?? 'none'
  const againAt = earliest(sent.map(([, { againAt }]) => againAt))
  return {
    mail: of('mail'),
    sms: of('sms'),
    ...(againAt ? { againAt } : {}),
  }
}

/** A server that is briefly unavailable raises no alert: the next try comes a minute later. */
const triesOf = { account: 1, server: 2 }

/** One alert is enough for many waiting messages. */
const repeatAfterMs = 60_000

/** Alerts operations that a channel is down: sign-in codes expire while they wait. */
async function alertIfChannelDown(
  deps: Pick<Deps, 'clock' | 'log'>,
  { channel, attempts }: Pick<SendingAttempt, 'channel' | 'attempts'>,
  answer: SendAnswer,
): Promise<void> {
  if (answer.kind !== 'deferred' || !answer.stops || attempts < triesOf[answer.stops]) return
  await raiseAlert(deps, { kind: 'messages_wait', account: channel, detail: answer.note }, { repeatAfterMs })
}
