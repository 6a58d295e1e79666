import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useIsInteracting } from './stable-rows.ts'

function Rows() {
  const { hovered } = useIsInteracting()
  return (
    <ul>
      <li data-order="JP1">{hovered ? 'isInteracting' : 'free'}</li>
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

it('releases the rows when the mouse leaves the window', () => {
  render(<Rows />)
  const row = screen.getByRole('listitem')
  mouse(row, 'pointerover')
  expect(row).toHaveTextContent('isInteracting')
  mouse(document.documentElement, 'pointerleave')
  expect(row).toHaveTextContent('free')
})
