import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'
import { useRadioKeys } from './use-radio-keys.ts'

export type Choice<V extends string> = {
  value: V
  label: ReactNode
  /** A second, smaller line. */
  detail?: ReactNode | undefined
  icon?: IconName | undefined
  disabled?: boolean | undefined
}

export type ChoiceGroupProps<V extends string> = {
  label: string
  options: readonly Choice<V>[]
  value: V | undefined
  onChange: (value: V) => void
  /** `presets` shows three in a row without dots, for amounts. */
  kind?: 'rows' | 'presets' | undefined
}

/** A radio group of cards: payment methods, preset amounts. Arrow keys move and choose. */
export function ChoiceGroup<V extends string>(props: ChoiceGroupProps<V>) {
  const { label, options, value, onChange, kind = 'rows' } = props
  const open = options.filter((option) => !option.disabled).map((option) => option.value)
  const { group, onKeyDown, tabIndex } = useRadioKeys(open, value, onChange)
  return (
    <div
      className={kind === 'rows' ? 'choices' : 'pre-g'}
      role="radiogroup"
      aria-label={label}
      ref={group}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a card with two lines and an icon; the keys are those of a radio
        <button
          key={option.value}
          type="button"
          className="choice"
          role="radio"
          aria-checked={option.value === value}
          disabled={option.disabled}
          tabIndex={tabIndex(option.value)}
          onClick={() => onChange(option.value)}
        >
          <span className="dot" />
          <span className="grow">
            <span className="b">{option.label}</span>
            {option.detail && <span className="xs t2 choice-d">{option.detail}</span>}
          </span>
          {option.icon && <Icon name={option.icon} />}
        </button>
      ))}
    </div>
  )
}
