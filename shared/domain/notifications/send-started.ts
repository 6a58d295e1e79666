import { measure } from '../../platform/measurements/index.ts'
import { retryUntilSuccess } from '../../platform/retry-until-success.ts'
import { inSpan } from '../../platform/tracing.ts'
import { raiseAlert } from '../alerts/index.ts'
import type { Deps } from '../deps.ts'
import type { Notification } from './notification.ts'
import { afterAnswer, type DeliveryChannel, type SendAnswer, type Sending } from './sending.ts'

/** A notification on one channel. */
export type OutgoingMessage = {
  notification: Notification
  channel: DeliveryChannel
  /** Sends the current notification. When it throws, it may have been sent. */
  send(current: Notification): Promise<SendAnswer>
}

/** A message whose sending was started, or is known not to be due. */
export type SendingStart = {
  message: OutgoingMessage
  sending: Sending
  /** What to send: this process has started it, and no other sends it. */
  current?: Notification
  /** Recorded without sending. */
  answer?: SendAnswer
}

/** An answer, and the attempt's state after it. */
export type SendResult<Start extends SendingStart = SendingStart> = {
  start: Start
  answer: SendAnswer
  sending: Start['sending']
}

/**
 * Records results; must be safe to repeat.
 * @param all the states of all messages, with the last results
 */
type RecordResults<Start extends SendingStart> = (
  results: readonly SendResult<Start>[],
  all?: readonly Sending[],
) => Promise<void>

/**
 * How long an answer may wait for those of slower channels, in ms. If the process crashes before it is recorded, a
 * message that was certainly not sent is not retried.
 */
const maxAnswerDelayMs = 2_000

/**
 * Sends all messages that were started, concurrently, and records their answers together.
 * @returns the states of all messages
 */
export async function sendStarted<Start extends SendingStart>(
  deps: Pick<Deps, 'clock' | 'log'>,
  starts: readonly Start[],
  record: RecordResults<Start>,
): Promise<Sending[]> {
  const all = starts.map(({ sending }) => sending)
  const results: SendResult<Start>[] = []
  let unrecorded: SendResult<Start>[] = []
  const recordAnswered = async (last?: readonly Sending[]) => {
    const answered = unrecorded
    unrecorded = []
    if (answered.length > 0 || last) await retryUntilSuccess(() => record(answered, last))
  }
  const sends = starts.map(async (start, index) => {
    const answer = await answerOf(start)
    if (!answer) return
    const sending = afterAnswer(start.sending, answer, deps.clock.now())
    const result: SendResult<Start> = { start, answer, sending }
    all[index] = sending
    results.push(result)
    unrecorded.push(result)
    logResult(deps, result)
    measureAttempt(result)
  })
  const allSent = Promise.all(sends)
  while (!(await isDoneWithin(maxAnswerDelayMs, allSent))) await recordAnswered()
  await recordAnswered(all)
  await Promise.all(results.map((result) => alertIfChannelDown(deps, result)))
  return all
}

/** What our own rules defer or reject is no attempt. */
function measureAttempt({ start, answer }: SendResult): void {
  if (answer.isPlanned) return
  const { channel } = start.message
  const kind = channel === 'mail' || channel === 'sms' ? channel : 'push'
  measure('message', () => ({ channel: kind, outcome: answer.kind }))
}

async function answerOf({ message, current, answer }: SendingStart): Promise<SendAnswer | undefined> {
  if (answer || !current) return answer
  try {
    const name = `notify ${message.channel}`
    return await inSpan({ name, kind: 'client' }, () => message.send(current))
  } catch (error) {
    return { kind: 'unknown', note: String(error) }
  }
}

async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}

function logResult({ log }: Pick<Deps, 'log'>, { start, answer, sending }: SendResult): void {
  const { notification, channel } = start.message
  const { kind, ref } = notification
  const { status, attempts } = sending
  const facts = { kind, ref, channel, attempts, answer: answer.note }
  if (status === 'accepted') log.info({ step: 'notified', ...facts }, 'notification sent')
  else if (status === 'expired') log.error(facts, 'notification expired')
  else if (answer.isPlanned) log.info(facts, `a notification is ${status}, as planned`)
  else if (status === 'rejected') log.error(facts, 'notification rejected')
  else log.warn(facts, `a notification is ${status}`)
}

/** A server that is briefly unavailable raises no alert: the next try comes a minute later. */
const triesOf = { account: 1, server: 2 }

/** One alert is enough for many waiting messages. */
const repeatAfterMs = 60_000

/** Alerts operations that a channel is down: sign-in codes expire while they wait. */
async function alertIfChannelDown(
  deps: Pick<Deps, 'clock' | 'log'>,
  { start, answer, sending: { attempts } }: SendResult,
): Promise<void> {
  if (answer.kind !== 'deferred' || !answer.stops || attempts < triesOf[answer.stops]) return
  const account = start.message.channel
  await raiseAlert(deps, { kind: 'messages_wait', account, detail: answer.note }, { repeatAfterMs })
}
