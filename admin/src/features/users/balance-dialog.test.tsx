import { addUserBalance, usersData } from '@jhatpat/shared/contracts/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, noNetwork, on, refuse } from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeAdminUser, usersPage } from './admin-user-fixture.ts'

const done = (amount: number) => ({
  message: `Successfully added ₹${amount} to Arjun Nair's wallet. Please Refresh/Reload Page.`,
  id: 'JW261121M36ZW2F1',
  status: 'done' as const,
  balance: 1840 + amount,
})
async function openBalance(answer: Answer<typeof addUserBalance>, kept: Record<string, string> = {}) {
  const app = renderAdmin('/usersdata', {
    storage: kept,
    calls: [on(usersData, () => usersPage([makeAdminUser()])), on(addUserBalance, answer)],
  })
  await app.user.click(await screen.findByRole('button', { name: 'Balance of Arjun Nair' }))
  const window = within(await screen.findByRole('dialog', { name: 'Add balance' }))
  const press = (name: string) => app.user.click(window.getByRole('button', { name }))
  const keys = () => app.api.sentTo(addUserBalance).map(({ idempotencyKey }) => idempotencyKey)
  return { ...app, window, press, keys }
}

describe('the balance of a user', () => {
  it('AUSER-13 AUSER-15 is added to, with a reason, and the specification’s text', async () => {
    const { api, user, window, press, keys } = await openBalance(() => done(500.5))
    await user.type(window.getByLabelText('Amount'), '500.50')
    expect(window.getByText('₹2,340.50')).toBeVisible()
    await user.type(window.getByLabelText('Reason (saved in the audit log)'), 'Goodwill')
    await press('Credit ₹500.50')
    expect(
      await window.findByText(
        "Successfully added ₹500.5 to Arjun Nair's wallet. Please Refresh/Reload Page.",
      ),
    ).toBeVisible()
    expect(
      window.getByText(
        'Balance now ₹2,340.50. Transaction JW-261121-M36ZW2F1. This page is already up to date.',
      ),
    ).toBeVisible()
    expect(api.sentTo(addUserBalance).map(({ body }) => body)).toEqual([
      { userId: 'u8mhmx1a', email: 'arjun.nair@mail.test', amount: 500.5, reason: 'Goodwill' },
    ])
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(window.queryByRole('button', { name: /^Credit/ })).not.toBeInTheDocument()
  })

  it('is not discarded by accident, and confirms again after more is typed', async () => {
    const { user, window, press } = await openBalance(() => done(1))
    await user.type(window.getByLabelText('Amount'), '5')
    await press('Close')
    expect(window.getByText('You have unsaved changes')).toBeVisible()
    await user.clear(window.getByLabelText('Amount'))
    expect(window.queryByText('You have unsaved changes')).not.toBeInTheDocument()
    await user.type(window.getByLabelText('Amount'), '7')
    await press('Close')
    expect(window.getByText('You have unsaved changes')).toBeVisible()
    await press('Close')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it.each(['', '0', '-5', 'abc', '1.005'])(
    'AUSER-14 accepts a number above 0, and not “%s”',
    async (typed) => {
      const { api, user, window } = await openBalance(() => done(1))
      if (typed) await user.type(window.getByLabelText('Amount'), typed)
      await user.type(window.getByLabelText('Amount'), '{Enter}')
      expect(window.getByLabelText('Amount')).toHaveAccessibleDescription('Please enter a valid amount.')
      expect(api.sentTo(addUserBalance)).toEqual([])
    },
  )

  it('is taken from with a reason, and not below zero', async () => {
    const { api, user, window, press } = await openBalance(() => ({
      ...done(-40),
      message: 'Successfully took ₹40',
    }))
    await user.click(window.getByRole('radio', { name: 'Debit' }))
    await user.type(window.getByLabelText('Amount'), '1841')
    await press('Debit ₹1,841')
    expect(window.getByLabelText('Amount')).toHaveAccessibleDescription('Insufficient wallet balance')
    await user.clear(window.getByLabelText('Amount'))
    await user.type(window.getByLabelText('Amount'), '40')
    await press('Debit ₹40')
    expect(window.getByLabelText('Reason (required for debit)')).toHaveAccessibleDescription(
      'Enter a reason.',
    )
    await user.type(window.getByLabelText('Reason (required for debit)'), 'Added twice')
    await press('Debit ₹40')
    expect(await window.findByText('Successfully took ₹40')).toBeVisible()
    expect(api.sentTo(addUserBalance).map(({ body }) => body)).toEqual([
      expect.objectContaining({ amount: -40, reason: 'Added twice' }),
    ])
  })

  it('is changed once by two presses', async () => {
    const reply = Promise.withResolvers<ReturnType<typeof done>>()
    const { api, user, window } = await openBalance(() => reply.promise)
    await user.type(window.getByLabelText('Amount'), '500')
    await user.dblClick(window.getByRole('button', { name: 'Credit ₹500' }))
    await waitFor(() => expect(api.sentTo(addUserBalance)).toHaveLength(1))
    reply.resolve(done(500))
    expect(await window.findByText(/^Successfully added ₹500 /)).toBeVisible()
    expect(api.sentTo(addUserBalance)).toHaveLength(1)
  })

  it('AUSER-16 retries without an answer with the same key, also in a dialog opened later', async () => {
    let isDown = true
    const { user, window, press, keys } = await openBalance(() => (isDown ? noNetwork() : done(500)))
    await user.type(window.getByLabelText('Amount'), '500')
    await press('Credit ₹500')
    expect(await window.findByText('Failed to add balance. Please try again.')).toBeVisible()
    await press('Cancel')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Balance of Arjun Nair' }))
    expect(await screen.findByText(/^Successfully added ₹500 /)).toBeVisible()
    expect(keys().length).toBeGreaterThan(1)
    expect(new Set(keys()).size).toBe(1)
  })

  it.each([
    ['Insufficient wallet balance', refuse('not_found', { message: 'Insufficient wallet balance' })],
    [
      'Failed to add balance',
      Response.json({ code: 'not_found', message: 'Not found.', requestId: 'rq-1' }, { status: 404 }),
    ],
  ])('AUSER-17 shows for a refusal: %s', async (says, reply) => {
    const { user, window, press, keys } = await openBalance(() => reply)
    await user.type(window.getByLabelText('Amount'), '500')
    await press('Credit ₹500')
    expect(await window.findByText(says)).toBeVisible()
    await press('Credit ₹500')
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
  })

  it('requests approval above the limit, and shows where the request waits', async () => {
    const message = 'Approval requested: ₹12,000 for Arjun Nair. Another admin must approve it first.'
    const { user, window, press } = await openBalance(() => ({ ...done(0), message, status: 'pending' }))
    expect(window.getByText(/^Up to ₹10,000 per day per customer/)).toBeVisible()
    await user.type(window.getByLabelText('Amount'), '12000')
    expect(window.getByText('Above ₹10,000 needs approval')).toBeVisible()
    await press('Request approval')
    expect(await window.findByText(message)).toBeVisible()
    expect(window.getByText(/No money moved yet/)).toBeVisible()
    expect(window.getByRole('link', { name: 'Approvals' })).toHaveAttribute('href', '/approvals')
  })
})
