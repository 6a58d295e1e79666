import type { Deps } from '../deps.ts'
import type { AlertChannel } from './alert-state.ts'
import type { ShopAlert } from './shop-alerts.ts'

/** An alert's change, as it is sent. */
export type AlertMessage = {
  alert: ShopAlert
  isRaised: boolean
  detail: string
  at: Date
}

export type SendDeps = Pick<Deps, 'env' | 'mail' | 'log'>

/** What receives alerts: those that are set. */
export function alertChannelsOf({ ALERT_WEBHOOK_URL, ALERT_MAIL }: Deps['env']): AlertChannel[] {
  return [...(ALERT_WEBHOOK_URL ? ['webhook' as const] : []), ...(ALERT_MAIL ? ['mail' as const] : [])]
}

/** @returns whether it was accepted. Never throws. */
export async function sendAlert(
  deps: SendDeps,
  channel: AlertChannel,
  message: AlertMessage,
): Promise<boolean> {
  try {
    return channel === 'mail' ? await sendMail(deps, message) : await post(deps, message)
  } catch (error) {
    deps.log.warn({ channel, alert: message.alert.name, err: String(error) }, 'alert not sent')
    return false
  }
}

/** Pure. */
export function alertText({ alert, isRaised, detail }: AlertMessage): string {
  return isRaised
    ? `RAISED ${alert.name}: ${alert.summary} ${detail}`
    : `ENDED ${alert.name}: it was raised because of: ${detail}`
}

async function sendMail({ env, mail, log }: SendDeps, message: AlertMessage): Promise<boolean> {
  const { alert, isRaised, at } = message
  const result = await mail.send({
    to: env.ALERT_MAIL,
    subject: `${isRaised ? 'Raised' : 'Ended'}: ${alert.name} (${new URL(env.PUBLIC_URL).host})`,
    text: `${alertText(message)}\n\nAt ${at.toISOString()}. What to do: docs/runbooks/${alert.runbook}.md\n`,
  })
  // Sent again it could come twice; not sent again it mostly has come.
  const isSent = result.kind === 'accepted' || result.kind === 'unknown'
  if (!isSent) log.warn({ channel: 'mail', alert: alert.name, err: result.message }, 'alert not sent')
  return isSent
}

/** Longer than a healthy receiver takes. */
const timeoutMs = 5_000

/**
 * Posts JSON with a `text`, which Slack, Mattermost and Teams show. A redirect is a failure: the operator has named the
 * receiver, which may be in a private network, and no other may be chosen by it.
 */
async function post({ env, log }: SendDeps, message: AlertMessage): Promise<boolean> {
  const { alert, isRaised, detail, at } = message
  const response = await fetch(env.ALERT_WEBHOOK_URL, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      text: alertText(message),
      alert: alert.name,
      state: isRaised ? 'raised' : 'ended',
      summary: alert.summary,
      detail,
      at: at.toISOString(),
      shop: env.PUBLIC_URL,
      runbook: `docs/runbooks/${alert.runbook}.md`,
    }),
  })
  await response.body?.cancel()
  if (!response.ok)
    log.warn({ channel: 'webhook', alert: alert.name, status: response.status }, 'alert not sent')
  return response.ok
}
