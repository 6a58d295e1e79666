import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAdmin } from '../../testing/render-admin.tsx'

vi.mock('../../lib/order-alerts.tsx', () => {
  throw new Error('the script has not come')
})

it('keeps the app working when the script of the chime could not be loaded', async () => {
  renderAdmin('/')
  expect(await screen.findByRole('navigation', { name: 'Admin' })).toBeInTheDocument()
  await new Promise((done) => setTimeout(done, 200))
  expect(screen.getByRole('navigation', { name: 'Admin' })).toBeInTheDocument()
  expect(screen.queryByText('This page is not here yet')).not.toBeInTheDocument()
})
