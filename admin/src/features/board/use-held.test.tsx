import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useHeld } from './use-held.ts'

function Rows() {
  const { hovered } = useHeld()
  return (
    <ul>
      <li data-order="JP1">{hovered ? 'held' : 'free'}</li>
    </ul>
  )
}
const mouse = (target: Element, type: string) =>
  act(
    () =>
      void target.dispatchEvent(
        Object.assign(new Event(type, { bubbles: type === 'pointerover' }), { pointerType: 'mouse' }),
      ),
  )

it('lets the rows go when the mouse leaves the window', () => {
  render(<Rows />)
  const row = screen.getByRole('listitem')
  mouse(row, 'pointerover')
  expect(row).toHaveTextContent('held')
  mouse(document.documentElement, 'pointerleave')
  expect(row).toHaveTextContent('free')
})
