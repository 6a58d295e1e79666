import type { Polls } from '../../../platform/polls.ts'
import type { Deps } from '../../deps.ts'

/** Asks for a poll at a time. Where Redis does not answer the sweeper brings it. */
export async function planPoll(
  { polls, log }: Pick<Deps, 'log'> & { polls: Polls },
  account: string,
  { orderId, at }: { orderId: string; at: Date },
): Promise<void> {
  await polls.plan(account, orderId, at).catch((error: unknown) => {
    log.warn({ orderid: orderId, err: String(error) }, 'poll not scheduled')
  })
}
