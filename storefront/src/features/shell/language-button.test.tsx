import { language, setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { startLanguage } from '../../lib/language.ts'

afterEach(() => setLanguage('en'))

it('changes the page to Hindi and back, keeps the input, and remembers the choice', async () => {
  const { user } = renderShop('/product/665000000000000000000a01', { user: makeUser() })
  await user.type(await screen.findByLabelText('User ID'), '123456789')
  await user.click(screen.getByRole('button', { name: /में देखें$/ }))
  expect(await screen.findByRole('link', { name: 'झटपट, होम' })).toBeVisible()
  expect(document.documentElement.lang).toBe('hi-IN')
  expect(localStorage.getItem('language')).toBe('hi')
  expect(screen.getByLabelText('User ID')).toHaveValue('123456789')

  await user.click(screen.getByRole('button', { name: /^View in/ }))
  expect(await screen.findByRole('link', { name: 'Jhatpat, home' })).toBeVisible()
  expect(document.documentElement.lang).toBe('en-IN')
  expect(localStorage.getItem('language')).toBe('en')
  expect(screen.getByLabelText('User ID')).toHaveValue('123456789')
})

it('is in the menu of phones as well, with the long name', async () => {
  const { user } = renderShop('/home')
  await user.click(await screen.findByRole('button', { name: 'Open menu' }))
  const inMenu = await screen.findByText('हिन्दी', { selector: '.menu *' })
  await user.click(inMenu)
  await waitFor(() => expect(screen.getAllByText('लॉगिन')[0]).toBeVisible())
  expect(screen.getByRole('dialog', { name: 'मेन्यू' })).toBeVisible()
})

it('uses the language that was chosen here before, and follows the other tabs', async () => {
  localStorage.setItem('language', 'hi')
  await startLanguage()
  renderShop('/home')
  expect(screen.getByRole('link', { name: 'झटपट, होम' })).toBeVisible()

  localStorage.setItem('language', 'en')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'en' })))
  expect(await screen.findByRole('link', { name: 'Jhatpat, home' })).toBeVisible()
  expect(language()).toBe('en')
})

it('awaits nothing before the initial render without Hindi', () => {
  expect(startLanguage()).toBeUndefined()
})
