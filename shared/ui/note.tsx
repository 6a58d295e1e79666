import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'

export type NoteKind = 'plain' | 'warn' | 'bad' | 'ok' | 'info'

const icons = {
  plain: 'info',
  warn: 'clock',
  bad: 'circle-alert',
  ok: 'circle-check',
  info: 'info',
} as const satisfies Record<NoteKind, IconName>

export type NoteProps = {
  kind?: NoteKind | undefined
  /** Says what happened; the text says what now. */
  title?: ReactNode | undefined
  icon?: IconName | undefined
  /** Read aloud when it appears: `alert` at once, `status` when there is a pause. */
  role?: 'alert' | 'status' | undefined
  className?: string | undefined
  children?: ReactNode | undefined
}

/** A notice in the page. */
export function Note({
  kind = 'plain',
  title,
  icon = icons[kind],
  role,
  className = '',
  children,
}: NoteProps) {
  return (
    <div className={`note${kind === 'plain' ? '' : ` ${kind}`} ${className}`.trim()} role={role}>
      <Icon name={icon} />
      <div className="grow">
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  )
}
