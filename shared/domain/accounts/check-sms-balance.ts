import { formatPaise } from '../../contracts/money.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { alertOwners } from './notify-owners.ts'

type BalanceDeps = Pick<Deps, 'sms' | 'clock' | 'log'> & { env: Pick<Deps['env'], 'SMS_BALANCE_ALERT'> }

/** Checks the balance of the text-message account and alerts the owners when it is low. */
export async function checkSmsBalance({ sms, clock, log, env }: BalanceDeps): Promise<void> {
  const balance = await sms.balance()
  if (balance.kind === 'unknown') {
    log.warn({ sender: sms.name, answer: balance.message }, 'the balance for text messages could not be read')
    return
  }
  if (balance.paise >= env.SMS_BALANCE_ALERT * 100) return
  log.error({ sender: sms.name, paise: balance.paise }, 'the balance for text messages is low')
  const sentence = `${formatPaise(balance.paise)} is left in our account with ${sms.name}. Without money there customers get no codes and no notifications by text message.`
  const alert = { subject: 'The account for text messages is nearly empty', sentence }
  await inTransaction((tx) => alertOwners(tx, alert, clock.now()))
}
