import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { DecisionKind, OrderDecision } from '@jhatpat/shared/contracts/order-decisions.ts'
import { type AttentionWords, attentionWords } from '../../lib/attention-words.ts'
import { pointsWord } from './known-facts.ts'
import { unitName } from './unit-answers.ts'

/** What an admin decided, after their name: `had pack 2 of 3 sent again after attempt 1`. */
export function decisionText({ what, unit, attempt, amount }: OrderDecision, order: BoardOrder): string {
  const name = unitName(order, unit)
  const money = formatRupees(amount)
  switch (what) {
    case 'claim':
      return 'claimed it'
    case 'take_over':
      return 'took it over'
    case 'release':
      return 'let it go'
    case 'complete':
      return 'set it to Completed'
    case 'take_back':
      return 'took Completed back'
    case 'hand_over':
      return 'handed over what the customer reads'
    case 'cancel':
      return 'set it to Cancelled'
    case 'delivered':
      return `took ${name} as delivered, attempt ${attempt}`
    case 'send_again':
      return `had ${name} sent again after attempt ${attempt}`
    case 'refund':
      return `refunded ${money}`
    case 'ask_refund':
      return 'asked a second person for the refund'
    case 'refund_share':
      return `refunded ${money} for what did not arrive`
    case 'resolve_conflict':
      return 'looked into what the supplier said afterwards'
    case 'ticket_delivered':
      return 'answered the report: delivered after all'
    case 'ticket_message':
      return 'wrote to the customer'
    case 'ticket_explained':
      return 'answered the report'
    case 'ticket_again':
      return 'answered the report: delivered again, free of charge'
    case 'ticket_given_up':
      return 'gave the second delivery up: the first report is open again'
    default:
      return what satisfies never
  }
}

const aboutHolding: ReadonlySet<DecisionKind> = new Set(['claim', 'take_over', 'release'])
const words: Readonly<Record<string, AttentionWords>> = attentionWords

/** What was known when it was decided; nothing for who holds the order. */
export function evidenceText({ what, evidence }: OrderDecision): string {
  if (aboutHolding.has(what)) return ''
  const { attention, detail, message, cost, balanceBefore, balanceAfter } = evidence
  const said = (message || detail).replace(/\.$/, '')
  const why = [words[attention]?.title ?? attention, said].filter(Boolean).join(': ')
  return [
    ...(why ? [why] : []),
    ...(balanceBefore || balanceAfter
      ? [`Points ${pointsWord(balanceBefore)} before, ${pointsWord(balanceAfter)} after`]
      : []),
    ...(cost ? [`The supplier takes ${cost}`] : []),
  ].join('. ')
}
