// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'

const rows = Array.from({ length: 20 }, (_, index) => ({ id: index }))
const options = { label: 'Orders', rowKey: ({ id }: { id: number }) => id }

/** Rows 3 to 6 visible, then rows 4 to 7. */
const seen = (from: number) => ({
  rows: rows.slice(from, from + 4),
  window: { first: from, total: rows.length, before: from * 44, after: 0 },
})

it('renders only the rows of a long table that become visible', () => {
  const cell = vi.fn(({ id }: { id: number }) => `Order ${id}`)
  const columns = [{ key: 'order', head: 'Order', cell }]
  const { rerender } = render(<DataTable {...options} columns={columns} {...seen(2)} />)
  cell.mockClear()
  rerender(<DataTable {...options} columns={columns} {...seen(3)} />)
  expect(cell.mock.calls).toEqual([[{ id: 6 }]])
  expect(screen.getByText('Order 6').closest('tr')?.getAttribute('aria-rowindex')).toBe('8')
  expect(screen.queryByText('Order 2')).toBeNull()
})

it('renders every row again with new columns, and only the row whose selection changed', () => {
  const { rerender } = render(
    <DataTable {...options} columns={[{ key: 'order', head: 'Order', cell: () => 'Today' }]} {...seen(2)} />,
  )
  const columns = [{ key: 'order', head: 'Order', cell: () => 'Yesterday' }]
  rerender(<DataTable {...options} columns={columns} {...seen(2)} />)
  expect(screen.getAllByText('Yesterday')).toHaveLength(4)
  rerender(<DataTable {...options} columns={columns} {...seen(2)} isSelected={({ id }) => id === 4} />)
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(1)
})
