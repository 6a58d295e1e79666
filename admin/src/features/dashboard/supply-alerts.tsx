import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SupplyAlert, supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useQuery } from '@tanstack/react-query'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'

const maxShown = 4

/**
 * Items that cannot be sold because of a supplier, and tickets close to their deadline; empty
 * without either.
 */
export function SupplyAlerts() {
  const { call } = useServices()
  const { data = [] } = useQuery({
    queryKey: ['admin', 'alerts'],
    queryFn: ({ signal }) => call(supplyAlerts, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
  })
  const more = data.length - maxShown
  if (data.length === 0) return null
  return (
    <section className="alerts" aria-label="Alerts">
      {data.slice(0, maxShown).map((alert) => (
        <InlineMessage
          key={`${alert.kind} ${alert.account} ${alert.supplierItemId}`}
          kind="bad"
          title={titleOf(alert)}
        >
          {' '}
          {textOf(alert)} {sinceOf(alert.kind)} {clockTime(Date.parse(alert.lastAt))}.
        </InlineMessage>
      ))}
      {more > 0 && <p className="t2 sm">{more} more in the last 24 hours, see the log.</p>}
    </section>
  )
}

const sinceOf = (kind: SupplyAlert['kind']) =>
  kind === 'balance_low' ? 'Since' : kind.startsWith('ticket_') ? 'Sent at' : 'Last at'

const accounts: Record<string, string> = supplierTitles

function titleOf({ kind, account, name, supplierItemId, marginLost }: SupplyAlert): string {
  const supplier = accounts[account] ?? account
  const pack = name || `Product ${supplierItemId}`
  switch (kind) {
    case 'price_changed':
      return `${pack} was not sold: ${supplier}’s price is ${marginLost}% higher than its list.`
    case 'fields_changed':
      return `${pack} is not sold: ${supplier} needs different account details.`
    case 'check_trouble':
      return `${supplier} couldn’t check IDs.`
    case 'balance_low':
      return `${supplier}’s balance is low.`
    case 'messages_wait':
      return account === 'sms' ? 'SMS are not being sent.' : 'Emails are not being sent.'
    case 'ticket_ending':
      return `A ticket about ${name} is close to its 48-hour limit.`
    case 'ticket_over':
      return `A ticket about ${name} passed its 48-hour limit.`
    case 'rule_broken':
      return `Order ${supplierItemId} breaks a rule.`
    case 'cost_too_far':
      return `${pack} had an unexpected cost at ${supplier}.`
    case 'cost_differs':
      return `${pack} has a new cost at ${supplier}.`
    case 'shop_busy':
      return 'The store was too busy and rejected orders.'
    case 'backup_overdue':
      return 'The backup is overdue.'
    default:
      return kind satisfies never
  }
}

function textOf({ kind, count, detail }: SupplyAlert): string {
  const times = count === 1 ? 'once' : `${count} times`
  switch (kind) {
    case 'price_changed':
      return `Blocked ${times} before payment.`
    case 'fields_changed':
      return `It ${detail}. Blocked ${times} before payment.`
    case 'check_trouble':
      return `Reason: ${detail}. Seen ${times}; customers are asked to try again.`
    case 'balance_low':
      return `It ${detail}.`
    case 'messages_wait':
      return `Reason: ${detail}. Each is retried for a day; login OTPs expire sooner.`
    case 'ticket_ending':
      return 'Check Tickets.'
    case 'ticket_over':
      return 'It was not resolved by then. Check Tickets.'
    case 'rule_broken':
      return `${detail} Nothing is bought from its supplier until the incident ends.`
    case 'cost_too_far':
      return `It ${detail}. Nothing was learned from it: enter its coins under Supplier products if they are right.`
    case 'cost_differs':
      return `It ${detail}. The new value is used; unclear purchases of it need an admin until another purchase confirms it.`
    case 'shop_busy':
      return `${detail}. Nothing was charged. If it lasts, add api processes.`
    case 'backup_overdue':
      return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}. Inform the operator: data from after that backup couldn’t be restored.`
    default:
      return kind satisfies never
  }
}
