import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { usePermission } from '../../../lib/me.ts'
import { InPaused, MarginCell, Named } from '../catalogue-cells.tsx'
import { marginOf } from '../margin.ts'
import { cellId, cellOf, columns, type PriceColumn } from '../sheet.ts'
import { StockSwitch } from './stock-switch.tsx'
import type { Sheet } from './use-sheet.ts'

const labels = { discountedprice: 'Price', resellprice: 'Resell price' } as const

type Props = {
  item: AdminItem
  sheet: Sheet
  /** All rows, from top to bottom. */
  shown: readonly AdminItem[]
  onStock: (item: AdminItem) => void
}

/** An item: its two prices as cells, its stock as a switch. */
export function PriceRow({ item, sheet, shown, onStock }: Props) {
  const { itemid, name, inStock } = item
  const isPaused = inStock && item.pausedBy === 'balance'
  const reason = sheet.refused[itemid]
  return (
    <tr>
      <th scope="row">
        <Named name={name} picture={item.imgpath} />
        {reason && <span className="sm bad-text">{reason}</span>}
      </th>
      <td className="t3 num sheet-more">{itemid}</td>
      <td className="t2 num sheet-more">{costText(item)}</td>
      <td className="t2 num sheet-more">{formatRupees(item.originalprice)}</td>
      {columns.map((column) => (
        <PriceCell key={column} item={item} column={column} sheet={sheet} shown={shown} />
      ))}
      {columns.map((column) => {
        const { paise, savedPaise } = cellOf(item, column, sheet.drafts)
        return (
          <td key={column} className="num">
            <MarginCell
              saved={marginOf(item, savedPaise, column)}
              next={marginOf(item, paise ?? 0, column)}
            />
          </td>
        )
      })}
      <td>
        <StockSwitch label={`In stock: ${name}`} atEnd isIn={inStock} onChange={() => onStock(item)}>
          {!isPaused && <span className={inStock ? '' : 't3'}>{inStock ? 'In stock' : 'Out of stock'}</span>}
        </StockSwitch>
        {isPaused && <InPaused />}
      </td>
    </tr>
  )
}

/** In rupees, or in the currency of the supplier's list. */
function costText({ cost }: AdminItem): string {
  if (!cost) return '—'
  return cost.rupees === undefined ? `${cost.amount} ${cost.unit}` : formatRupees(cost.rupees)
}

type CellProps = Omit<Props, 'onStock'> & { column: PriceColumn }

function PriceCell({ item, column, sheet, shown }: CellProps) {
  const cell = cellOf(item, column, sheet.drafts)
  const id = cellId(item.itemid, column)
  const isUnread = cell.paise === undefined
  const readOnly = !usePermission()('catalogue.prices')
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void sheet.apply()
    else if (event.key === 'Escape') sheet.type(id, undefined)
    else if (!goTo(event, shown, { itemid: item.itemid, column })) return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (readOnly || !/[\t\n]/.test(text)) return
    event.preventDefault()
    sheet.pasteAt(text, { itemid: item.itemid, column }, shown)
  }
  const className = isUnread ? ' is-invalid' : cell.isChanged ? ' is-changed' : ''
  return (
    <td className={`ed${className}`}>
      <label>
        {cell.isChanged && <del>{formatRupees(item[column])}</del>}
        <input
          data-cell={id}
          aria-label={`${labels[column]} of ${item.name}`}
          inputMode="decimal"
          autoComplete="off"
          value={cell.text}
          readOnly={readOnly}
          aria-invalid={isUnread || undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => sheet.type(id, event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </label>
    </td>
  )
}

/** Enter and the arrow keys move between cells; left and right only from the ends of the text. */
function goTo(
  event: KeyboardEvent<HTMLInputElement>,
  shown: readonly AdminItem[],
  { itemid, column }: { itemid: number; column: PriceColumn },
): boolean {
  const { key, shiftKey, currentTarget: input } = event
  const row = shown.findIndex((candidate) => candidate.itemid === itemid)
  const place = columns.indexOf(column)
  const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length
  const steps: Record<string, readonly [number, number] | undefined> = {
    Enter: [shiftKey ? -1 : 1, 0],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: isAll || input.selectionStart === input.value.length ? [0, 1] : undefined,
    ArrowLeft: isAll || input.selectionEnd === 0 ? [0, -1] : undefined,
  }
  const step = steps[key]
  if (!step) return false
  const next = shown[row + step[0]]
  const to = columns[place + step[1]]
  if (next && to)
    document.querySelector<HTMLInputElement>(`[data-cell="${cellId(next.itemid, to)}"]`)?.focus()
  return true
}
