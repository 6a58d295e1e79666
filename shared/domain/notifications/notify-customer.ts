import { earliest } from '../../platform/due.ts'
import type { Deps } from '../deps.ts'
import { mailTexts, nameOfSender } from './mail-texts.ts'
import type { Notice } from './notice.ts'
import type { NoticeStatus } from './notice-model.ts'
import {
  type Claim,
  type Claimed as ClaimedNotice,
  claimNotice,
  recordSending,
  releaseNotice,
  type SendAnswer,
  type Sent,
} from './send-once.ts'
import { isIndianMobile, releaseNumber, type SmsWait, takeNumber } from './sms-gap.ts'
import { smsText } from './sms-text.ts'
import { tellIfStopped } from './tell-if-stopped.ts'

/** `none`: it is not told that way. `againAt`: something is still to be sent, and can be then. */
export type NotifyResult = { mail: NoticeStatus | 'none'; sms: NoticeStatus | 'none'; againAt?: Date }

export type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'clock' | 'log'> & {
  env: Pick<Deps['env'], 'PUBLIC_URL' | 'SUPPORT_CONTACT' | 'MAIL_FROM' | 'SMS_GAP_MS'>
}

/**
 * Tells a customer by mail and by text message, each once however often and by however many this is called. What may
 * have gone out is never repeated; what certainly did not is worth another call at `againAt`, for a day.
 * @param reread the same notice from the facts as they are now, asked for right before it goes out; undefined when it
 * is not true any more, and then it does not
 */
export async function notifyCustomer(
  deps: NotifyDeps,
  notice: Notice,
  reread: () => Promise<Notice | undefined> = async () => notice,
): Promise<NotifyResult> {
  const channels = channelsOf(deps, notice)
  const claims = await Promise.all(
    channels.map(async (channel) => ({ channel, claim: await claimNotice(notice, channel, deps.clock) })),
  )
  const now = claims.some(({ claim }) => 'mine' in claim) ? await freshly(deps, claims, reread) : undefined
  const sent = await Promise.all(
    claims.map(
      async ({ channel, claim }) => [channel, await carryOut(deps, { channel, claim, now })] as const,
    ),
  )
  return summary(sent)
}

type Channel = 'mail' | 'sms'

/** Text messages cost: only what is worth one, to a mobile number of India, and where the provider may send that text. */
function channelsOf(deps: NotifyDeps, notice: Notice): Channel[] {
  const { email, mobilenumber } = notice.to
  const sms = isIndianMobile(mobilenumber) ? smsText(notice, publicUrlOf(deps)) : undefined
  return [
    ...(email ? (['mail'] as const) : []),
    ...(sms && deps.sms.canSend(sms.template.name) ? (['sms'] as const) : []),
  ]
}

const publicUrlOf = ({ env }: NotifyDeps) => env.PUBLIC_URL.replace(/\/$/, '')

type Claimed = { channel: Channel; claim: Claim }

async function freshly(
  deps: NotifyDeps,
  claims: readonly Claimed[],
  reread: () => Promise<Notice | undefined>,
): Promise<Notice | undefined> {
  try {
    return await reread()
  } catch (error) {
    await Promise.all(claims.map(({ claim }) => 'mine' in claim && releaseNotice(claim.mine, deps.clock)))
    throw error
  }
}

async function carryOut(
  deps: NotifyDeps,
  { channel, claim, now }: Claimed & { now: Notice | undefined },
): Promise<Sent> {
  if ('theirs' in claim) return claim.theirs
  if (!now) {
    await releaseNotice(claim.mine, deps.clock)
    return { status: 'later', againAt: deps.clock.now() }
  }
  const answer = await (channel === 'mail' ? sendMail(deps, now) : sendSms(deps, now))
  const sent = await recordSending(claim.mine, answer, deps.clock)
  logTrouble(deps, claim.mine, { answer, sent })
  await tellIfStopped(deps, claim.mine, answer)
  return sent
}

async function sendMail(deps: NotifyDeps, notice: Notice): Promise<SendAnswer> {
  const { MAIL_FROM, SUPPORT_CONTACT } = deps.env
  const shop = { name: nameOfSender(MAIL_FROM), publicUrl: publicUrlOf(deps), support: SUPPORT_CONTACT }
  const result = await deps.mail.send({ to: notice.to.email, ...mailTexts(notice, shop) })
  return result.kind === 'accepted'
    ? { kind: 'accepted', note: result.messageId }
    : { ...result, note: result.message }
}

async function sendSms(deps: NotifyDeps, notice: Notice): Promise<SendAnswer> {
  const sms = smsText(notice, publicUrlOf(deps))
  if (!sms) return { kind: 'refused', note: 'Sent by mail alone.' }
  const { mobilenumber: mobile, email } = notice.to
  const turn = await takeNumber(deps, mobile, notice.kind === 'account_code')
  if ('why' in turn) return withoutTurn(turn, email !== '')
  const result = await deps.sms.send({ mobile, ...sms })
  const isReleased = result.kind === 'refused' || (result.kind === 'later' && !result.isTooSoon)
  if (isReleased) await releaseNumber(mobile, turn)
  return result.kind === 'accepted'
    ? { kind: 'accepted', note: result.providerRef }
    : { ...result, note: result.message }
}

/** A message waits until its number may have one; beside a code that is still good, a mail says it alone. */
function withoutTurn({ why, waitMs }: SmsWait, hasMail: boolean): SendAnswer {
  const isPlanned = true
  if (why === 'code_pending' && hasMail) {
    return { kind: 'refused', note: 'A code was sent to the number: by mail alone.', isPlanned }
  }
  return { kind: 'later', note: 'The number was sent a text message within five minutes.', waitMs, isPlanned }
}

function logTrouble(
  deps: NotifyDeps,
  { kind, ref, channel, attempts }: ClaimedNotice,
  { answer, sent }: { answer: SendAnswer; sent: Sent },
): void {
  const facts = { kind, ref, channel, attempts, answer: answer.note }
  if (sent.status === 'given_up') deps.log.error(facts, 'a notice was given up after a day')
  else if (answer.isPlanned) deps.log.info(facts, `a notice is ${sent.status}, as planned`)
  else if (sent.status === 'refused') deps.log.error(facts, 'a notice was refused for ever')
  else if (sent.status !== 'accepted') deps.log.warn(facts, `a notice is ${sent.status}`)
}

function summary(sent: readonly (readonly [Channel, Sent])[]): NotifyResult {
  const of = (channel: Channel) => sent.find(([name]) => name === channel)?.[1].status ?? 'none'
  const againAt = earliest(sent.map(([, { againAt }]) => againAt))
  return {
    ...{ mail: of('mail'), sms: of('sms') },
    ...(againAt ? { againAt } : {}),
  }
}
