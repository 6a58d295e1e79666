import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { boardColumns } from './board-columns.tsx'
import { makeBoardOrder } from './board-order-fixture.ts'

const heads = boardColumns.map(({ head }) => head)

it('gives every column its own heading, and every row a named cell with content', async () => {
  const { container } = renderAdmin('/orders', { orders: [makeBoardOrder()] })
  const row = await screen.findByRole('listitem', { name: /1,000 Points/ })
  const cells = within(row).getAllByRole('group')
  expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual(heads)
  for (const cell of cells) expect(cell, String(cell.ariaLabel)).not.toBeEmptyDOMElement()
  expect(heads).not.toContain('')
  expect(new Set(heads).size).toBe(heads.length)
  const shown = [...container.querySelectorAll('.board-head > *')].map((head) => head.textContent)
  expect(shown).toEqual(boardColumns.map(({ head, quiet }) => (quiet ? '' : head)))
})

it('gives every column one track of the grid', async () => {
  const { container } = renderAdmin('/orders', { orders: [makeBoardOrder()] })
  await screen.findByRole('list', { name: 'Pending orders' })
  const tracks = container.querySelector<HTMLElement>('.board')?.style.getPropertyValue('--tracks') ?? ''
  expect(tracks.match(/minmax\([^)]+\)|\S+/g)).toEqual(boardColumns.map(({ width }) => width))
  for (const { key, width } of boardColumns) expect(width, key).toMatch(/^(\d+px|minmax\(\d+px, [\d.]+fr\))$/)
})

it('fits all tracks on the narrowest screen with columns, beside menu and scroll bar', () => {
  const least = boardColumns.map(({ width }) => Number(/\d+/.exec(width)?.[0]))
  const gaps = 14 * (boardColumns.length - 1) + 2 * 14
  const besideTheMenu = 1366 - 284 - 15
  expect(least.reduce((sum, one) => sum + one, gaps)).toBeLessThanOrEqual(besideTheMenu)
})

it('gives every cell its own place on the card of a narrow screen', () => {
  const areas = boardColumns.filter(({ card }) => card !== 'none')
  expect(areas.length).toBe(boardColumns.length - 1)
  const squaresByColumn = areas.flatMap(({ key, card }) =>
    squaresOf(card).map((square) => `${square} ${key}`),
  )
  const squares = squaresByColumn.map((entry) => entry.split(' ')[0])
  expect(squaresByColumn.filter((_one, at) => squares.indexOf(squares[at]) !== at)).toEqual([])
})

/** On a card of three columns, `2 / 2 / 3 / 4` covers the squares 2/2 and 2/3. */
function squaresOf(area: string): string[] {
  expect(area).toMatch(/^\d+ \/ [123] \/ \d+ \/ [234]$/)
  const [top, left, bottom, right] = area.split(' / ').map(Number) as [number, number, number, number]
  expect(bottom).toBeGreaterThan(top)
  expect(right).toBeGreaterThan(left)
  const squares = []
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) squares.push(`${row}/${column}`)
  return squares
}
