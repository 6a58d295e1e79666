import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { plainText } from './texts/translate.ts'

export type StatusGroup = 'created' | 'processing' | 'completed' | 'refused'

const groups: Record<string, StatusGroup> = {
  created: 'created',
  processing: 'processing',
  completed: 'completed',
  success: 'completed',
}

const icons: Record<string, IconName> = {
  created: 'circle-dot',
  processing: 'clock',
  completed: 'circle-check',
  success: 'circle-check',
  refunded: 'undo-2',
  failed: 'circle-x',
  cancelled: 'ban',
}

/** The colour of a status word: amber, green, blue; red for every other. Case does not matter. */
export function statusGroup(status: string): StatusGroup {
  return groups[status.toLowerCase()] ?? 'refused'
}

export type StatusPillProps = {
  status: string
  /**
   * An order's badge: red for every status but Processing and Completed (specification); word and icon
   * differ.
   */
  ofOrder?: true
  icon?: IconName
  children?: ReactNode
}

/** Icon, word and tint of a status; the word is `status` unless children replace it. */
export function StatusPill({ status, ofOrder, icon, children }: StatusPillProps) {
  const group = statusGroup(status)
  const speak = usePageLanguage()
  return (
    <span className={`st st-${ofOrder && group === 'created' ? 'refused' : group}`} data-status={status}>
      <Icon name={icon ?? icons[status.toLowerCase()] ?? 'circle-alert'} />
      {children ?? speak(() => plainText(status))}
    </span>
  )
}
