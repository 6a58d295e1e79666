import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import type { TimelineStep } from '@jhatpat/shared/ui/timeline.tsx'
import { type ShownState, stateOf } from '../../lib/order-state.ts'

/** What happens now to an order, and what comes next, named before it happens. */
export function comingSteps(order: Order): TimelineStep[] {
  const state = stateOf(order)
  const now = presentStep(state)
  if (!now) return []
  const sending: TimelineStep = { key: 'sending', state: 'next', title: 'Send to the supplier', icon: 'send' }
  return [
    { key: state.waitsFor, state: 'now', ...now },
    ...(order.status === 'Created' ? [sending] : []),
    { key: 'delivery', state: 'next', title: `Deliver to ${order.username || order.input1}`, icon: 'gift' },
  ]
}

type Present = Pick<TimelineStep, 'title' | 'text' | 'icon' | 'at'>

function presentStep({ waitsFor, since, until, units }: ShownState): Present | undefined {
  switch (waitsFor) {
    case 'payment':
      return {
        title: 'Checking the payment',
        text: `We ask the bank again and again${until ? `, until ${clockTime(until)}` : ''}.`,
      }
    case 'payment_check':
      return { title: 'Checking the payment', text: 'Our team looks at money that may be yours.' }
    case 'line':
      return { title: 'Next in line for the supplier', text: youMayLeave }
    case 'supplier_answer':
      return { at: since, title: 'Waiting for the supplier’s answer', text: youMayLeave }
    case 'supplier_confirms':
      return { title: 'Waiting for the supplier to deliver', text: youMayLeave }
    case 'supplier_unclear':
      return { title: 'We are finding out what the supplier did', text: allOrNothing }
    case 'supplier_paused':
      return {
        at: since,
        title: 'Waiting for the supplier to come back',
        text: 'It does not answer just now. Your order is sent as soon as it does.',
        icon: 'pause',
      }
    case 'supplier_refuses':
      return {
        at: since,
        title: 'The supplier does not take it at the moment',
        text: 'We offer it again by ourselves; your money is safe.',
        icon: 'pause',
      }
    case 'supplier_holds':
      return {
        at: since,
        title: 'The supplier asks about the account',
        text: 'Something about the player’s details does not fit. Our team talks to the supplier; your money is safe.',
        icon: 'hand',
      }
    case 'person':
      return {
        title: 'Our team looks into it',
        text: units.delivered > 0 ? restOrShare : allOrNothing,
        icon: 'hand',
      }
    case 'by_hand':
      return { at: since, title: 'Our team delivers this by hand', text: youMayLeave, icon: 'hand' }
    case 'untold':
      return { title: 'Your order is being worked on', text: youMayLeave }
    case 'nothing':
      return undefined
    default:
      return waitsFor satisfies never
  }
}

const youMayLeave = 'You can close this page: we send an e-mail when it is delivered.'
const allOrNothing = 'You get what you bought, or the money in your wallet.'
const restOrShare = 'They send the rest again, or put its share into your wallet.'
