import { describe, expect, it } from 'vitest'
import { cellAbove } from './use-radio-keys.ts'

/** A grid with this number of columns, a digit for each cell; `x` cannot be chosen. */
const grid = (columns: number, drawn: string) =>
  [...drawn].map((cell, place) => ({ top: 100 + 140 * Math.floor(place / columns), open: cell !== 'x' }))

describe('an up or down arrow', () => {
  it('leads to the row below or above, in the same column', () => {
    const cells = grid(3, '01234567')
    expect(cellAbove(cells, 1, 'ArrowDown')).toBe(4)
    expect(cellAbove(cells, 4, 'ArrowUp')).toBe(1)
    expect(cellAbove(grid(2, '01234567'), 1, 'ArrowDown')).toBe(3)
  })

  it('skips cells that cannot be chosen, and stays when there is no other', () => {
    const cells = grid(2, '0x2x4567')
    expect(cellAbove(cells, 5, 'ArrowUp')).toBe(5)
    expect(cellAbove(cells, 7, 'ArrowUp')).toBe(5)
    expect(cellAbove(grid(2, '0x23x5'), 5, 'ArrowUp')).toBe(3)
    expect(cellAbove(grid(2, '01x345'), 0, 'ArrowDown')).toBe(4)
    expect(cellAbove(grid(3, '01234'), 2, 'ArrowDown')).toBe(2)
  })

  it('follows the order of the cells when they form one row or one column', () => {
    for (const columns of [8, 1]) expect(cellAbove(grid(columns, '01234567'), 3, 'ArrowDown')).toBeUndefined()
  })
})
