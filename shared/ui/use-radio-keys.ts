import { type KeyboardEvent, useRef } from 'react'
import { rovingTarget } from './roving.ts'

export type RadioKeys<T> = {
  group: React.RefObject<HTMLDivElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  /** 0 for the one option in the tab order: the chosen one, or else the first that can be chosen. */
  tabIndex: (option: T) => 0 | -1
}

/** Arrow keys of a radio group made of buttons; `options` are the ones that can be chosen, in order. */
export function useRadioKeys<T>(
  options: readonly T[],
  chosen: T | undefined,
  onChoose: (option: T) => void,
): RadioKeys<T> {
  const group = useRef<HTMLDivElement>(null)
  const stop = chosen !== undefined && options.includes(chosen) ? chosen : options[0]
  const onKeyDown = (event: KeyboardEvent) => {
    if (stop === undefined) return
    const next = rovingTarget(event, options, stop)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
    const radios = group.current?.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)')
    radios?.[options.indexOf(next)]?.focus()
  }
  return { group, onKeyDown, tabIndex: (option) => (option === stop ? 0 : -1) }
}
