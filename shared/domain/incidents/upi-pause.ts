import { openIncidents } from './known-incidents.ts'

/**
 * Whether no UPI payment is begun now, because somebody has switched that off. What was begun before is looked at, paid
 * and delivered as ever, and wallets go on.
 */
export async function isUpiPaused(): Promise<boolean> {
  return (await openIncidents()).some(({ scope, state }) => scope === 'GATEWAY' && state === 'active')
}
