import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'

export type MessageKind = 'plain' | 'warn' | 'bad' | 'ok' | 'info'

const icons = {
  plain: 'info',
  warn: 'clock',
  bad: 'circle-alert',
  ok: 'circle-check',
  info: 'info',
} as const satisfies Record<MessageKind, IconName>

export type InlineMessageProps = {
  kind?: MessageKind | undefined
  /** What happened; the text says what to do. */
  title?: ReactNode | undefined
  icon?: IconName | undefined
  /** How screen readers announce it: `alert` at once, `status` at a pause. */
  role?: 'alert' | 'status' | undefined
  className?: string | undefined
  children?: ReactNode | undefined
}

/** A message inside the page. */
export function InlineMessage({
  kind = 'plain',
  title,
  icon = icons[kind],
  role,
  className = '',
  children,
}: InlineMessageProps) {
  return (
    <div className={`inline-message${kind === 'plain' ? '' : ` ${kind}`} ${className}`.trim()} role={role}>
      <Icon name={icon} />
      <div className="grow">
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  )
}
