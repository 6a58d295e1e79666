import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'

export type HintTone = 'plain' | 'ok' | 'bad' | 'warn' | 'busy'

const icons = {
  plain: 'info',
  ok: 'check',
  bad: 'circle-x',
  warn: 'circle-help',
  busy: 'loader-circle',
} as const satisfies Record<HintTone, IconName>

export type HintProps = {
  tone?: HintTone | undefined
  icon?: IconName | undefined
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** The sentence under a control; always with an icon. */
export function Hint({ tone = 'plain', icon = icons[tone], id, className = '', children }: HintProps) {
  const toneClass = tone === 'plain' || tone === 'busy' ? '' : ` ${tone}`
  return (
    <p className={`hint${toneClass} ${className}`.trim()} id={id}>
      <Icon name={icon} size="sm" spin={tone === 'busy'} />
      <span>{children}</span>
    </p>
  )
}
