// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ChoiceGroup } from './choice.tsx'
import { ItemGrid } from './item-grid.tsx'

const items = [
  { id: 'a', name: '14 Diamonds', pricePaise: 1900, picture: '/a.svg' },
  { id: 'b', name: '42 Diamonds', pricePaise: 5200, wasPaise: 6500, picture: '/b.svg', outOfStock: true },
  { id: 'c', name: '112 Diamonds', pricePaise: 13_900, wasPaise: 16_000, picture: '/c.svg' },
]

function Items() {
  const [chosen, setChosen] = useState<string>()
  return <ItemGrid label="Items" items={items} chosen={chosen} onChoose={setChosen} />
}

it('skips an item that is out of stock and labels it', async () => {
  render(<Items />)
  const sold = screen.getByRole('radio', { name: /42 Diamonds/ })
  expect(sold.textContent).toContain('Out of Stock')
  expect(sold).toHaveProperty('disabled', true)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toContain('14 Diamonds')
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('radio', { name: /112 Diamonds/ }).getAttribute('aria-checked')).toBe('true')
  expect(document.activeElement?.textContent).toContain('112 Diamonds')
})

it('shows the price and, crossed out, the previous one', () => {
  render(<Items />)
  const item = screen.getByRole('radio', { name: /112 Diamonds/ })
  expect([...item.querySelectorAll('[data-money]')].map((money) => money.textContent)).toEqual([
    '₹139',
    '₹160',
  ])
})

it('chooses a payment method by a press', async () => {
  function Methods() {
    const [value, setValue] = useState<'upi' | 'wallet'>()
    const options = [
      { value: 'upi', label: 'UPI' },
      { value: 'wallet', label: 'Wallet' },
    ] as const
    return <ChoiceGroup label="Payment method" options={options} value={value} onChange={setValue} />
  }
  render(<Methods />)
  await userEvent.click(screen.getByRole('radio', { name: 'Wallet' }))
  expect(screen.getByRole('radio', { name: 'Wallet' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('radio', { name: 'UPI' }).getAttribute('aria-checked')).toBe('false')
})
