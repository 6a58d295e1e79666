import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeTimeouts } from '../../../../tests/screens/fake-timeouts.ts'
import { missingScript, renderAdmin } from '../../testing/render-admin.tsx'
import { Background } from './shell.tsx'

it('keeps the app working when the script of the chime could not be loaded', async () => {
  const { pass } = fakeTimeouts()
  renderAdmin('/', { scripts: [[Background, missingScript()]] })
  expect(await screen.findByRole('navigation', { name: 'Admin' })).toBeInTheDocument()
  await pass(1_000)
  expect(screen.getByRole('navigation', { name: 'Admin' })).toBeInTheDocument()
  expect(screen.queryByText('This page didn’t load')).not.toBeInTheDocument()
})
