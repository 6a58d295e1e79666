import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Popover } from '@jhatpat/shared/ui/popover.tsx'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

type Named = { key: string; name: string; isFixed?: boolean | undefined }

type Props = {
  columns: readonly Named[]
  /** Keys of the shown columns, in order; without the fixed one. */
  shown: readonly string[]
  onShow: (shown: string[]) => void
}

/** Chooses the columns of a table and their order, which the address stores. */
export function ColumnsChoice(props: Props) {
  return (
    <Popover
      label="Columns"
      className="pop-columns"
      button={
        <>
          <Icon name="columns-3" size="sm" />
          Columns
        </>
      }
    >
      {() => <Columns {...props} />}
    </Popover>
  )
}

/** Shown columns come first. While this is open, columns move only by hand. */
function Columns({ columns, shown, onShow }: Props) {
  const free = columns.filter(({ isFixed }) => !isFixed).map(({ key }) => key)
  const [order, setOrder] = useState(() => [...shown, ...free.filter((key) => !shown.includes(key))])
  // The checkbox responds at once; the address and the table may follow some renders later.
  const [ticked, setTicked] = useState(shown)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const dragged = useRef<string>(undefined)
  const nameOf = (key: string) => columns.find((column) => column.key === key)?.name ?? key
  const move = (key: string, to: number) => {
    const next = reorder(order, key, to)
    if (next === order) return
    setOrder(next)
    setAnnouncement(`${nameOf(key)}, place ${next.indexOf(key) + 1} of ${next.length}`)
    onShow(next.filter((column) => ticked.includes(column)))
  }
  const toggle = (key: string, isShown: boolean) => {
    const next = order.filter((column) => (column === key ? isShown : ticked.includes(column)))
    setTicked(next)
    onShow(next)
  }
  const onKeys = (key: string) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(key, order.indexOf(key) + step)
  }
  const onDrag = (event: PointerEvent) => {
    const key = dragged.current
    if (key === undefined) return
    const rows = [...(list.current?.querySelectorAll('[data-column]') ?? [])]
    const at = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom)
    move(key, at === -1 ? order.length - 1 : at)
  }
  return (
    <>
      <span className="label">Columns</span>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ul
        className="cols"
        ref={list}
        onPointerMove={onDrag}
        onLostPointerCapture={() => {
          dragged.current = undefined
        }}
      >
        {columns
          .filter(({ isFixed }) => isFixed)
          .map(({ key, name }) => (
            <li key={key}>
              <Checkbox label={name} checked disabled />
            </li>
          ))}
        {order.map((key) => (
          <li key={key} data-column={key}>
            <Checkbox
              label={nameOf(key)}
              checked={ticked.includes(key)}
              disabled={ticked.length === 1 && ticked.includes(key)}
              onChange={(event) => toggle(key, event.target.checked)}
            />
            <button
              type="button"
              className="grip"
              aria-label={`Move ${nameOf(key)}`}
              title="Drag, or use arrow keys"
              onKeyDown={onKeys(key)}
              onPointerDown={(event) => {
                dragged.current = key
                // The list captures the pointer: a row that moves would lose it.
                list.current?.setPointerCapture?.(event.pointerId)
              }}
            >
              <Icon name="grip-vertical" size="sm" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The list with one member at another index; the same array if nothing changes. */
function reorder(list: string[], member: string, to: number): string[] {
  const place = Math.max(0, Math.min(list.length - 1, to))
  if (list[place] === member) return list
  return list.filter((item) => item !== member).toSpliced(place, 0, member)
}
