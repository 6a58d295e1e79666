// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Menu } from './menu.tsx'
import { MenuItem } from './menu-item.tsx'

const signedOut: string[] = []

function Sample() {
  return (
    <Menu button="Arjun Nair">
      <MenuItem href="/wallet">Wallet</MenuItem>
      <MenuItem disabled>Admin Dashboard</MenuItem>
      <MenuItem onSelect={() => signedOut.push('now')}>Sign out</MenuItem>
    </Menu>
  )
}

it('opens by the arrow key, cycles through the enabled items, and closes by Esc', async () => {
  render(<Sample />)
  const button = screen.getByRole('button', { name: 'Arjun Nair' })
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement?.textContent).toBe('Wallet')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Sign out')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Wallet')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('runs the chosen action and closes', async () => {
  render(<Sample />)
  await userEvent.click(screen.getByRole('button', { name: 'Arjun Nair' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(signedOut).toEqual(['now'])
  expect(screen.queryByRole('menu')).toBeNull()
})

it('closes by a press elsewhere', async () => {
  render(<Sample />)
  await userEvent.click(screen.getByRole('button', { name: 'Arjun Nair' }))
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})
