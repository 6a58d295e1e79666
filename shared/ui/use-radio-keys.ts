import { type KeyboardEvent, useRef } from 'react'
import { rovingTarget } from './roving.ts'

type RadioKeys<T> = {
  group: React.RefObject<HTMLDivElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  /** 0 for the one option in the tab order: the chosen one, or else the first that can be chosen. */
  tabIndex: (option: T) => 0 | -1
}

/**
 * Arrow keys of a radio group made of buttons; `options` are those that can be chosen, in order. If they are
 * laid out in rows, up and down lead to the row above and below.
 */
export function useRadioKeys<T>(
  options: readonly T[],
  chosen: T | undefined,
  onChoose: (option: T) => void,
): RadioKeys<T> {
  const group = useRef<HTMLDivElement>(null)
  const stop = chosen !== undefined && options.includes(chosen) ? chosen : options[0]
  const onKeyDown = (event: KeyboardEvent) => {
    if (stop === undefined) return
    const radios = [...(group.current?.querySelectorAll<HTMLButtonElement>('[role=radio]') ?? [])]
    const open = radios.filter((radio) => !radio.disabled)
    const target = placeInGrid(event.key, radios, open[options.indexOf(stop)])
    const next = target ? options[open.indexOf(target)] : rovingTarget(event, options, stop)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
    open[options.indexOf(next)]?.focus()
  }
  return { group, onKeyDown, tabIndex: (option) => (option === stop ? 0 : -1) }
}

function placeInGrid(key: string, radios: readonly HTMLButtonElement[], from: HTMLButtonElement | undefined) {
  if (!from || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined
  const cells = radios.map((radio) => ({ top: radio.getBoundingClientRect().top, open: !radio.disabled }))
  const to = cellAbove(cells, radios.indexOf(from), key)
  return to === undefined ? undefined : radios[to]
}

/** A cell of a grid as laid out: its upper edge in px, and whether it can be chosen. */
type GridCell = { top: number; open: boolean }

/**
 * The target of an up or down arrow from a cell of a grid: the nearest cell of the same column that can be
 * chosen, or none. Undefined if the cells form one row or one column: then the arrow leads to the previous or
 * next one.
 */
export function cellAbove(
  cells: readonly GridCell[],
  from: number,
  key: 'ArrowUp' | 'ArrowDown',
): number | undefined {
  const columns = cells.findIndex(({ top }) => top > (cells[0]?.top ?? 0))
  if (columns <= 1) return undefined
  const step = key === 'ArrowUp' ? -columns : columns
  for (let to = from + step; to >= 0 && to < cells.length; to += step) {
    if (cells[to]?.open) return to
  }
  return from
}
