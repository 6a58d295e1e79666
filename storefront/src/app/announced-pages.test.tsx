import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderShop } from '../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../tests/screens/shop-fixture.ts'
// Loaded before the pages are.
import '../features/shell/offline-features.tsx'

const announced = (text: string) =>
  waitFor(() => expect(document.querySelector('body > [aria-live=polite]')).toHaveTextContent(text))

it('moves the focus to the heading of a page that was opened by a link, and announces its title', async () => {
  const { user } = renderShop('/home')
  const card = await screen.findByRole('link', { name: /Mobile Legends/ })
  card.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Mobile Legends' })).toHaveFocus())
  await announced('Mobile Legends top-up · Jhatpat')
})

it('does so although the link remains, as in the bar at the bottom', async () => {
  const { user } = renderShop('/home', { user: makeUser() })
  const link = await screen.findByRole('link', { name: 'Orders' })
  link.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'My Orders' })).toHaveFocus())
  await announced('My Orders · Jhatpat')
})

it('leaves the focus in a field, and announces the title', async () => {
  const { user } = renderShop('/login')
  await user.click(await screen.findByRole('link', { name: 'Create Account' }))
  const name = await screen.findByLabelText('Name')
  await announced('Create Account · Jhatpat')
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await user.type(name, 'Asha')
  expect(name).toHaveValue('Asha')
  expect(name).toHaveFocus()
})

it('leaves the focus of the first page to the browser, and that of the search to typing', async () => {
  const { user } = renderShop('/')
  await screen.findByRole('link', { name: /Mobile Legends/ })
  expect(document.body).toHaveFocus()
  const search = screen.getByRole('searchbox')
  await user.type(search, 'mobile')
  await screen.findByRole('region', { name: /Results for/ })
  expect(search).toHaveFocus()
})
