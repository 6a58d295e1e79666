import {
  incidents,
  incidentsNow,
  startIncident,
  transitionIncident,
  updateIncidentMessage,
} from '@jhatpat/shared/contracts/incidents.ts'
import { suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on, refuse } from '../../../../tests/support/fake-api.ts'
import { makeIncident } from '../../testing/incident-fixture.ts'
import { meera, renderAdmin, signIn } from '../../testing/render-admin.tsx'
import { makeSupplierAccount } from '../../testing/supplier-fixture.ts'

const incidentsReply = (...open: ReturnType<typeof makeIncident>[]) => ({ open, past: [] })

describe('incidents', () => {
  it('none open: shows past ones, and starts one with a message in both languages', async () => {
    let open: ReturnType<typeof makeIncident>[] = []
    const past = [
      makeIncident({
        state: 'ended',
        endedAt: '2026-11-02T10:41:00.000Z',
        startedAt: '2026-11-02T10:00:00.000Z',
      }),
    ]
    const { user, api } = renderAdmin('/incident?off=SMILEBR', {
      calls: [
        on(incidents, () => ({ open, past })),
        on(suppliers, () => [makeSupplierAccount()]),
        on(startIncident, () => {
          const one = makeIncident()
          open = [one]
          return one
        }),
      ],
    })
    expect(await screen.findByRole('heading', { name: 'No open incidents' })).toBeInTheDocument()
    expect(screen.getByText(/^Last time: Smile.one PH, 41 min/)).toBeInTheDocument()
    const dialog = within(screen.getByRole('dialog', { name: 'Start incident' }))
    expect(dialog.getByRole('radio', { name: /^Smile.one BR/ })).toBeChecked()
    expect(dialog.getByRole('button', { name: 'Start now' })).toBeDisabled()
    await user.click(dialog.getByRole('radio', { name: /^Smile.one PH/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No answers')
    expect(dialog.getByText(/^Some orders are taking longer than usual.* News by /)).toBeInTheDocument()
    expect(dialog.getByText(/^कुछ ऑर्डर .* अगली खबर /).closest('p')).toHaveAttribute('lang', 'hi')
    await user.click(dialog.getByRole('button', { name: 'Start now' }))
    expect(await screen.findByRole('region', { name: 'Smile.one PH' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(api.sentTo(startIncident)[0]?.body).toMatchObject({
      scope: 'SMILEPH',
      reason: 'No answers',
      nextUpdateInMinutes: 30,
    })
  })

  it('one open: counts what is on hold, paid and safe, and releases it at the chosen rate', async () => {
    const { user, api } = renderAdmin('/incident', {
      calls: [
        on(incidents, () => incidentsReply(makeIncident())),
        on(transitionIncident, () => makeIncident({ state: 'releasing' })),
      ],
    })
    const one = within(await screen.findByRole('region', { name: 'Smile.one PH' }))
    expect(one.getByText('₹71,204 paid and safe')).toBeInTheDocument()
    expect(one.getByText(/right now\. News by 9:30 pm\.$/)).toBeInTheDocument()
    expect(one.getByText(/ अगली खबर रात 9:30 तक।$/)).toBeInTheDocument()
    expect(one.getByText('₹1,912 to wallets')).toBeInTheDocument()
    expect(one.getByRole('link', { name: 'Weekly Diamond Pass' })).toHaveAttribute(
      'href',
      '/txn/JP261121AAAA01',
    )
    fireEvent.change(one.getByRole('slider', { name: /^Release rate per minute/ }), {
      target: { value: '5' },
    })
    await user.click(one.getByRole('button', { name: 'End and release, 5 per minute' }))
    await waitFor(() => expect(api.sentTo(transitionIncident)).toHaveLength(1))
    expect(api.sentTo(transitionIncident)[0]?.body).toEqual({ to: 'release', perMinute: 5, version: 2 })
  })

  it('releasing: stops, and shows a refusal', async () => {
    const { user } = renderAdmin('/incident', {
      calls: [
        on(incidents, () => incidentsReply(makeIncident({ state: 'releasing' }))),
        on(transitionIncident, () =>
          refuse('incident_changed', { message: 'Somebody has changed this incident meanwhile.' }),
        ),
      ],
    })
    const one = within(await screen.findByRole('region', { name: 'Smile.one PH' }))
    expect(one.getByText('at 15 per minute')).toBeInTheDocument()
    expect(one.queryByRole('button', { name: /^End and release/ })).not.toBeInTheDocument()
    expect(one.getByRole('button', { name: 'Put on hold again' })).toBeInTheDocument()
    await user.click(one.getByRole('button', { name: 'Pause release' }))
    expect(await one.findByRole('alert')).toHaveTextContent('Somebody has changed this incident meanwhile.')
  })

  it('shows that a release stopped by itself, and continues only on request', async () => {
    const releaseStopped = { at: '2026-11-21T15:20:00.000Z', reason: 'failing' } as const
    const one = makeIncident({ state: 'releasing', releaseStopped })
    renderAdmin('/incident', {
      calls: [on(incidents, () => incidentsReply(one)), on(incidentsNow, () => [one])],
    })
    expect(await screen.findByText('Release paused: 3 failures in a row')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Resume, 15 per minute' })).toBeInTheDocument()
    expect(screen.getByText('Release paused · Smile.one PH · 212 orders left')).toBeInTheDocument()
  })

  it('waiting for the supplier: shows why and until when, and no estimated end', async () => {
    const until = '2026-11-21T15:24:30.000Z'
    const one = makeIncident({
      state: 'releasing',
      waits: [{ account: 'SMILEPH', reason: 'unavailable', detail: '', until }],
    })
    renderAdmin('/incident', {
      calls: [on(incidents, () => incidentsReply(one)), on(incidentsNow, () => [one])],
    })
    const region = within(await screen.findByRole('region', { name: 'Smile.one PH' }))
    expect(region.getByText('Smile.one PH is not responding, retrying at 8:54:30 pm.')).toBeInTheDocument()
    expect(region.getByText('By').nextElementSibling).toHaveTextContent('–')
    expect(
      screen.getByText(/^Release waiting · Smile.one PH · 212 orders left · Smile.one PH is not responding/),
    ).toBeInTheDocument()
  })

  it('of all accounts: continues while one of them waits, and names it', async () => {
    const detail = 'SMILEPH is paused until the outcome of another purchase is known'
    const one = makeIncident({
      scope: 'ALL',
      state: 'releasing',
      waits: [{ account: 'SMILEPH', reason: 'queued', detail, until: null }],
    })
    renderAdmin('/incident', {
      calls: [on(incidents, () => incidentsReply(one)), on(incidentsNow, () => [one])],
    })
    expect(
      await screen.findByText(`The last released order is waiting for Smile.one PH (${detail}).`),
    ).toBeVisible()
    expect(screen.getByText(/^Releasing · All suppliers · 212 orders left · by /)).toBeInTheDocument()
  })

  it('changes the message for customers', async () => {
    const { user, api } = renderAdmin('/incident', {
      calls: [
        on(incidents, () => incidentsReply(makeIncident())),
        on(updateIncidentMessage, () => makeIncident()),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit message…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit message' }))
    const english = dialog.getByRole('textbox', { name: 'For customers, English' })
    expect(english).toHaveValue('Mobile Legends PH orders are taking longer right now.')
    await user.clear(english)
    await user.type(english, 'Mobile Legends PH is back soon.')
    await user.click(dialog.getByRole('button', { name: 'Post update' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.sentTo(updateIncidentMessage)[0]?.body).toMatchObject({
      en: 'Mobile Legends PH is back soon.',
      version: 2,
    })
  })

  it('shows on every screen while one is open, live, and is read-only for roles that may only view', async () => {
    let open = [makeIncident()]
    signIn({ ...meera, staffRole: 'finance' })
    const { socket, api } = renderAdmin('/suppliers', {
      signedIn: false,
      calls: [on(incidentsNow, () => open), on(suppliers, () => [makeSupplierAccount()])],
    })
    expect(
      await screen.findByText(/^Smile.one PH on hold since .* · 212 orders on hold$/),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/incident')
    expect(screen.queryByRole('link', { name: 'Pause supplier…' })).not.toBeInTheDocument()
    // Screens that only show the strip fetch no orders.
    expect(api.sentTo(incidents)).toEqual([])
    open = []
    act(() => socket.incidentsChanged())
    await waitFor(() => expect(screen.queryByText(/^Smile.one PH on hold since/)).not.toBeInTheDocument())
  })
})

it('pauses UPI with its own message, and allows it again: nothing is on hold for that', async () => {
  const paused = makeIncident({
    id: 'upigateway:1',
    scope: 'upigateway',
    held: { orders: 0, value: 0, oldestAt: null },
  })
  let open: ReturnType<typeof makeIncident>[] = []
  const { user, api } = renderAdmin('/incident?off=SMILEBR', {
    calls: [
      on(incidents, () => incidentsReply(...open)),
      on(startIncident, () => {
        open = [paused]
        return paused
      }),
      on(transitionIncident, () => paused),
    ],
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Start incident' }))
  await user.click(dialog.getByRole('radio', { name: /^UPI payments/ }))
  expect(dialog.getByText(/rejected before any charge/)).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No answers')
  await user.click(dialog.getByRole('button', { name: 'Start now' }))
  const one = within(await screen.findByRole('region', { name: 'UPI payments by UPIGateway' }))
  expect(api.sentTo(startIncident)[0]?.body).toMatchObject({
    scope: 'upigateway',
    en: expect.stringContaining('UPI'),
  })
  expect(one.queryByText('Orders on hold')).toBeNull()
  await user.click(one.getByRole('button', { name: 'End and allow UPI again' }))
  await waitFor(() => expect(api.sentTo(transitionIncident)[0]?.body).toMatchObject({ to: 'release' }))
})
