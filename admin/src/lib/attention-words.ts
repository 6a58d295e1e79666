import type { Attention } from '@jhatpat/shared/contracts/admin.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'

export type AttentionWords = { title: string; icon: IconName; tone: '' | 'warn' | 'bad' }

/** Why an order waits, in words for the admin. */
export const attentionWords: Record<Attention['kind'], AttentionWords> = {
  by_hand: { title: 'Deliver by hand', icon: 'hand', tone: '' },
  trying: { title: 'Trying the supplier', icon: 'refresh-cw', tone: '' },
  outcome_unknown: { title: 'Outcome unknown', icon: 'circle-help', tone: 'bad' },
  partly_delivered: { title: 'Partly delivered', icon: 'triangle-alert', tone: 'warn' },
  supplier_unavailable: { title: 'Supplier paused', icon: 'hourglass', tone: 'warn' },
  supplier_deferred: { title: 'Refused by the supplier', icon: 'circle-x', tone: 'bad' },
  supplier_review: { title: 'Held by the supplier', icon: 'hand', tone: 'bad' },
  below_cost: { title: 'Costs more than was paid', icon: 'triangle-alert', tone: 'bad' },
  parked: { title: 'Parked: incident mode', icon: 'pause', tone: 'warn' },
  stuck: { title: 'Cannot be worked on', icon: 'triangle-alert', tone: 'bad' },
}
