import type { PendingReason } from '@jhatpat/shared/contracts/admin.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'

export type PendingReasonTexts = { title: string; icon: IconName; tone: '' | 'warn' | 'bad' }

/** Why an order waits, as text for the admin. */
export const pendingReasonTexts: Record<PendingReason['kind'], PendingReasonTexts> = {
  manual: { title: 'Manual delivery', icon: 'hand', tone: '' },
  in_progress: { title: 'Retrying supplier', icon: 'refresh-cw', tone: '' },
  outcome_unknown: { title: 'Outcome unknown', icon: 'circle-help', tone: 'bad' },
  partly_delivered: { title: 'Partly delivered', icon: 'triangle-alert', tone: 'warn' },
  supplier_unavailable: { title: 'Supplier paused', icon: 'hourglass', tone: 'warn' },
  supplier_deferred: { title: 'Rejected by the supplier', icon: 'circle-x', tone: 'bad' },
  supplier_review: { title: 'On hold at supplier', icon: 'hand', tone: 'bad' },
  below_cost: { title: 'Costs more than was paid', icon: 'triangle-alert', tone: 'bad' },
  on_hold: { title: 'On hold: incident', icon: 'pause', tone: 'warn' },
  task_failed: { title: 'Failed, needs action', icon: 'triangle-alert', tone: 'bad' },
}
