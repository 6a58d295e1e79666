// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tabs } from './tabs.tsx'

const tabs = [
  { id: 'all', label: 'All', count: 11 },
  { id: 'mine', label: 'Mine' },
  { id: 'late', label: 'Late' },
]

function Sample() {
  const [selected, setSelected] = useState('all')
  return <Tabs label="Show" tabs={tabs} selected={selected} onSelect={setSelected} />
}

function chosen(): string | null | undefined {
  return screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent
}

it('has one tab in the tab order, the chosen one', async () => {
  render(<Sample />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('All 11')
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

it('moves and chooses by arrow keys, around the ends', async () => {
  render(<Sample />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen()).toBe('Mine')
  expect(document.activeElement?.textContent).toBe('Mine')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(chosen()).toBe('Late')
  await userEvent.keyboard('{Home}')
  expect(chosen()).toBe('All 11')
  await userEvent.keyboard('{End}')
  expect(chosen()).toBe('Late')
})
