// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Money } from './money.tsx'
import { TimeText } from './time-text.tsx'

it('formats paise and rupees alike and keeps the plain amount for machines', () => {
  render(
    <>
      <Money paise={10_719_950} />
      <Money rupees={0.1 + 0.2} />
    </>,
  )
  expect(screen.getByText('₹1,07,199.50').getAttribute('data-money')).toBe('107199.5')
  expect(screen.getByText('₹0.30').getAttribute('data-money')).toBe('0.3')
})

it('shows a time with the full one in its title', () => {
  const at = '2026-11-21T15:12:10.000Z'
  render(<TimeText at={at} as="ago" now={Date.parse(at) + 40_000} />)
  const time = screen.getByText('40 seconds ago')
  expect(time.getAttribute('title')).toBe('21 Nov 2026, 8:42:10 pm IST')
  expect(time.getAttribute('datetime')).toBe(at)
})
