import type { ReactNode } from 'react'
import type { Instant } from './format/ist-time.ts'
import { Icon, type IconName } from './icons/icon.tsx'
import { t } from './texts/translate.ts'
import { TimeText } from './time-text.tsx'

export type TimelineState = 'done' | 'now' | 'bad' | 'end' | 'next'

export type TimelineStep = {
  key: string
  state: TimelineState
  title: ReactNode
  /** When it happened; a `now` step without a time says "now". */
  at?: Instant | undefined
  text?: ReactNode | undefined
  icon?: IconName | undefined
}

const icons = {
  done: 'check',
  now: 'loader-circle',
  bad: 'triangle-alert',
  end: 'check',
  next: 'clock',
} as const satisfies Record<TimelineState, IconName>

const spoken = { done: 'done', now: 'now', bad: 'problem', end: 'finished', next: 'not yet' } as const

/** Past, current and next steps of an order; next steps are named before they happen. */
export function Timeline({
  steps,
  label = t('Timeline'),
}: {
  steps: readonly TimelineStep[]
  label?: string
}) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ key, state, title, at, text, icon }) => (
        <li
          key={key}
          className={state === 'end' ? 'done end' : state}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className="node">
            <Icon name={icon ?? icons[state]} spin={state === 'now' && icon === undefined} />
          </span>
          <div>
            <div className="h">
              <span>
                {title}
                <span className="visually-hidden">, {t(spoken[state])}</span>
              </span>
              {at !== undefined ? (
                <TimeText at={at} as="seconds" />
              ) : (
                state === 'now' && <span className="when">{t('now')}</span>
              )}
            </div>
            {text && <p className="p">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
