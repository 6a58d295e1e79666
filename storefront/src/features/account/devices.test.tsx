// cspell:ignore deviceused
import {
  type OpenSession,
  revokeOtherSessions,
  revokeSession,
  sessions,
} from '@jhatpat/shared/contracts/accounts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import { makeUser } from '../../../../tests/screens/shop-fixture.ts'
import { type FakeApi, noNetwork, refuse } from '../../../../tests/support/fake-api.ts'

const aDevice = (more: Partial<OpenSession>): OpenSession => ({
  id: 'phone',
  createdAt: '2026-11-21T10:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  expiresAt: '2026-11-21T15:12:00.000Z',
  address: '49.37.112.x',
  device: 'Chrome on Android',
  isThisOne: false,
  ...more,
})
const phone = aDevice({ isThisOne: true })
const laptop = aDevice({ id: 'laptop', device: 'Firefox on Windows' })
const unknown = aDevice({ id: 'unknown', device: '', address: '' })

/** A server that keeps a list of devices and ends their sessions. */
async function openDevices(start: OpenSession[], answers: (api: FakeApi) => void = () => undefined) {
  let open = start
  const shop = renderShop('/dashboard/devices', {
    user: makeUser(),
    answers: (api) => {
      api.on(sessions, () => ({ sessions: open }))
      api.on(revokeSession, ({ params }) => {
        open = open.filter(({ id }) => id !== params.id)
        return { message: 'Signed out.' }
      })
      api.on(revokeOtherSessions, () => {
        const ended = open.filter(({ isThisOne }) => !isThisOne).length
        open = open.filter(({ isThisOne }) => isThisOne)
        return { ended }
      })
      answers(api)
    },
  })
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  await screen.findByRole('region', { name: 'Devices' })
  return { ...shop, rows, end: (name: string) => screen.getByRole('button', { name: `Sign out ${name}` }) }
}

describe('the signed-in devices', () => {
  it('are listed with place and time, this one first and without a button', async () => {
    const { rows } = await openDevices([laptop, unknown, phone])
    expect(rows()).toEqual([
      'Chrome on AndroidThis device49.37.112.x · Active now',
      expect.stringMatching(/^Firefox on Windows49\.37\.112\.x · Last used 2 hours agoSign out/),
      expect.stringMatching(/^Unknown deviceLast used 2 hours agoSign out/),
    ])
    const [here] = screen.getAllByRole('listitem')
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
    expect(screen.getByText(/You stay logged in for 6 hours/)).toHaveTextContent('8:42 pm')
  })

  it('are signed out one by one', async () => {
    const { user, api, rows, end } = await openDevices([phone, laptop, unknown])
    await user.click(end('Firefox on Windows'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(api.sentTo(revokeSession).map(({ params }) => params)).toEqual([{ id: 'laptop' }])
    expect(await screen.findByText('Signed out.')).toBeVisible()
  })

  it('are signed out together, all but this one', async () => {
    const { user, api, rows } = await openDevices([phone, laptop, unknown])
    await user.click(screen.getByRole('button', { name: /Sign out all other devices/ }))
    expect(await screen.findByText('Only this device is logged in.')).toBeVisible()
    expect(rows()).toHaveLength(1)
    expect(api.sentTo(revokeOtherSessions)).toHaveLength(1)
    expect(await screen.findByText('2 other devices.')).toBeVisible()
    expect(localStorage.getItem('token')).toBe('token-1')
  })

  it('count as signed out when their sessions have ended by themselves meanwhile', async () => {
    const { user, end } = await openDevices([phone, laptop], (api) =>
      api.on(revokeSession, () => refuse('not_found')),
    )
    await user.click(end('Firefox on Windows'))
    expect(await screen.findByText('Signed out.')).toBeVisible()
  })

  it('stay listed after an uncertain answer, with a message', async () => {
    const { user, rows, end } = await openDevices([phone, laptop], (api) => api.on(revokeSession, noNetwork))
    await user.click(end('Firefox on Windows'))
    expect(await screen.findByText('Couldn’t sign out. Try again.')).toBeVisible()
    expect(rows()).toHaveLength(2)
  })
})
