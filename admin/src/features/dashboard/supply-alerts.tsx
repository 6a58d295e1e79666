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
    <section className="alerts" aria-label="Alarms">
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
      {more > 0 && <p className="t2 sm">And {more} more of the last 24 hours, in the log.</p>}
    </section>
  )
}

const sinceOf = (kind: SupplyAlert['kind']) =>
  kind === 'balance_low' ? 'Since' : kind.startsWith('ticket_') ? 'Told at' : 'Last at'

const accounts: Record<string, string> = supplierTitles

function titleOf({ kind, account, name, supplierItemId, marginLost }: SupplyAlert): string {
  const supplier = accounts[account] ?? account
  const pack = name || `Pack ${supplierItemId}`
  switch (kind) {
    case 'price_changed':
      return `${pack} was not sold: ${supplier} wanted ${marginLost} % more than its list.`
    case 'fields_changed':
      return `${pack} is not sold: ${supplier} asks for other account details.`
    case 'check_trouble':
      return `${supplier} could not check ids.`
    case 'balance_low':
      return `${supplier} runs low.`
    case 'messages_wait':
      return account === 'sms' ? 'Text messages do not go out.' : 'Mails do not go out.'
    case 'ticket_ending':
      return `A report of ${name} neared the end of its 48 hours.`
    case 'ticket_over':
      return `The 48 hours of a report of ${name} were over.`
    case 'rule_broken':
      return `The order ${supplierItemId} breaks a rule.`
    case 'cost_too_far':
      return `${pack} cost something unexpected at ${supplier}.`
    case 'cost_differs':
      return `${pack} costs something else at ${supplier} now.`
    case 'shop_busy':
      return 'The shop was too busy and refused orders.'
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
      return `Stopped ${times} before money was taken; each sale would have lost that margin.`
    case 'fields_changed':
      return `It ${detail}. Stopped ${times} before money was taken.`
    case 'check_trouble':
      return `It answered: ${detail}. Seen ${times}; customers are asked to try again.`
    case 'balance_low':
      return `It ${detail}.`
    case 'messages_wait':
      return `Why: ${detail}. Each is tried again for a day; codes for signing in run out long before.`
    case 'ticket_ending':
      return 'It had no ending six hours before. Look into Tickets.'
    case 'ticket_over':
      return 'It had no ending then. Look into Tickets.'
    case 'rule_broken':
      return `${detail} Nothing more is bought from its supplier until the incident is ended.`
    case 'cost_too_far':
      return `It ${detail}. Nothing was learned from it: enter its coins under Suppliers’ lists if they are right.`
    case 'cost_differs':
      return `It ${detail}. The new value is used; unclear purchases of it wait for a person until another agrees.`
    case 'shop_busy':
      return `${detail}. Nothing was charged. If it lasts, add api processes.`
    case 'backup_overdue':
      return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}. Tell the operator: what is lost since then could not be restored.`
    default:
      return kind satisfies never
  }
}
