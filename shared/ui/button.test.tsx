// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'

function Form({ busy = false, off = false }) {
  const [sent, setSent] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(sent + 1)
  }
  return (
    <form onSubmit={submit}>
      <Button type="submit" busy={busy} busyText="Placing your order" aria-disabled={off}>
        BUY NOW
      </Button>
      <output>{sent}</output>
    </form>
  )
}

it('shows the progress text while busy, and sends nothing twice', () => {
  render(<Form busy />)
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.textContent).toContain('Placing your order')
  fireEvent.click(button)
  expect(screen.getByRole('status').textContent).toBe('0')
})

it('contains both labels from the start, so that its size does not change', () => {
  const { rerender } = render(<Form />)
  const texts = () => [...screen.getByRole('button').children].map((label) => label.textContent)
  const rest = texts()
  rerender(<Form busy />)
  expect(texts()).toEqual(rest)
})

it('can be focused but not pressed while aria-disabled', () => {
  render(<Form off />)
  const button = screen.getByRole('button')
  button.focus()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(screen.getByRole('status').textContent).toBe('0')
})

it('works when it is neither busy nor disabled', () => {
  render(<Form />)
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('status').textContent).toBe('1')
})
