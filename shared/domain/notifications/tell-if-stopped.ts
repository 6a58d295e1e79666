import { raiseAlert } from '../alarms/index.ts'
import type { Deps } from '../deps.ts'
import type { SendingAttempt, SendAnswer } from './deliver-once.ts'

/** A server that is away for a moment is no alarm: the next try comes a minute later. */
const triesOf = { account: 1, server: 2 }

/** Of many messages that wait it is enough to hear of one. */
const repeatAfterMs = 60_000

/** Tells operations that no message goes out this way: codes for signing in run out while they wait. */
export async function alertIfChannelDown(
  deps: Pick<Deps, 'clock' | 'log'>,
  { channel, attempts }: Pick<SendingAttempt, 'channel' | 'attempts'>,
  answer: SendAnswer,
): Promise<void> {
  if (answer.kind !== 'deferred' || !answer.stops || attempts < triesOf[answer.stops]) return
  await raiseAlert(deps, { kind: 'messages_wait', account: channel, detail: answer.note }, { repeatAfterMs })
}
