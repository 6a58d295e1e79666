import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { updateUserData, userAudit, usersData } from '@jhatpat/shared/contracts/users.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  type FakeRequest,
  noNetwork,
  on,
  type PreparedAnswer,
  type Refusal,
  refuse,
} from '../../../../tests/support/fake-api.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { makeAdminUser, usersPage } from './admin-user-fixture.ts'

type SaveCall = FakeRequest<typeof updateUserData>

const savedText = 'User updated successfully!, Please Refresh/Reload Page'

afterEach(() => vi.useRealTimers())

/** Opens the dialog for a user of the fake server; `answer` is the reply to saving. */
async function openEdit(
  answer: (call: SaveCall, server: { user: AdminUser }) => ReturnType<Answer<typeof updateUserData>>,
  more: PreparedAnswer[] = [],
) {
  const server = { user: makeAdminUser() }
  const rows: ReplyOf<typeof userAudit> = []
  const app = renderAdmin('/usersdata', {
    calls: [
      on(usersData, () => usersPage([server.user])),
      on(updateUserData, (call) => answer(call, server)),
      on(userAudit, () => rows),
      ...more,
    ],
  })
  await app.user.click(await screen.findByRole('button', { name: 'Edit Arjun Nair' }))
  const window = within(await screen.findByRole('dialog', { name: 'Edit user' }))
  const type = async (label: string, text: string) => {
    await app.user.clear(window.getByLabelText(label))
    await app.user.type(window.getByLabelText(label), text)
  }
  const press = (name: string | RegExp) => app.user.click(window.getByRole('button', { name }))
  return { ...app, server, rows, window, type, press }
}

const saves = ({ body }: SaveCall, server: { user: AdminUser }) => {
  const { expectedVersion, reason, ...change } = body
  server.user = { ...server.user, ...change, updatedAt: '2026-11-22T06:00:00.000Z' }
  return { message: savedText, user: server.user, status: 'done' as const }
}

describe('the edit of a user', () => {
  it('AUSER-03 AUSER-04 AUSER-05 AUSER-06 AUSER-07 AUSER-08 changes name, mobile, e-mail, role, verified and blocked', async () => {
    const { api, user, window, type, press } = await openEdit(saves)
    await type('Name', 'Arjun N')
    await type('Mobile number', '9000000001')
    await type('Email', 'Arjun.N@mail.test')
    await user.selectOptions(window.getByLabelText('Role'), 'reseller')
    await user.click(window.getByRole('switch', { name: 'Verified' }))
    await user.click(window.getByRole('switch', { name: 'Blocked' }))
    await type('Reason (saved in the audit log)', 'Asked by phone')
    expect(window.getByRole('region', { name: 'Changes' })).toHaveTextContent('Role user → reseller')
    expect(window.getByText('Arjun Nair will be signed out on all devices.')).toBeVisible()
    await press('Save 6 changes')
    await window.findByText(savedText)
    expect(api.sentTo(updateUserData).map(({ body }) => body)).toEqual([
      {
        _id: 'c0ffee00c0ffee00c0ffee01',
        userid: 'u8mhmx1a',
        name: 'Arjun N',
        mobilenumber: '9000000001',
        email: 'arjun.n@mail.test',
        role: 'reseller',
        verified: 'false',
        isBlocked: 'true',
        expectedVersion: '2026-11-21T06:00:00.000Z',
        reason: 'Asked by phone',
      },
    ])
    expect(await screen.findByRole('button', { name: 'Edit Arjun N', hidden: true })).toBeInTheDocument()
  })

  it('asks an admin for a code before a change of their own sign-in is saved', async () => {
    let isProven = false
    const { api, user, type, press, window } = await openEdit(
      (call, server) =>
        isProven
          ? saves(call, server)
          : refuse('proof_required', { message: 'Confirm that it is you.', by: 'code' }),
      [
        on(proveAccount, () => {
          isProven = true
          return { until: '2026-11-28T06:05:00.000Z' }
        }),
      ],
    )
    await type('Email', 'new@mail.test')
    await press('Save 1 change')
    const question = within(await screen.findByRole('dialog', { name: 'Enter a code to continue' }))
    await user.type(question.getByLabelText('6-digit code'), '482913{enter}')
    await window.findByText(savedText)
    expect(api.sentTo(proveAccount).map(({ body }) => body)).toEqual([{ code: '482913' }])
    expect(api.sentTo(updateUserData).map(({ accountProof }) => accountProof)).toEqual(['ask', 'ask'])
  })

  it('AUSER-09 AUSER-10 confirms the save, and closes two seconds later', async () => {
    const { type, press, window } = await openEdit(saves)
    await type('Name', 'Arjun N')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await press('Save 1 change')
    expect(await window.findByText(savedText)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1_800))
    expect(screen.getByRole('dialog', { name: 'Edit user' })).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(screen.queryByRole('dialog', { name: 'Edit user' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Edit Arjun N' })).toHaveFocus()
  })

  it('AUSER-11 shows why it was refused, also at the field, and keeps what was typed', async () => {
    const emailTaken = () =>
      refuse('email_taken', { message: 'This email is already in use.', field: 'email' })
    const { type, press, window } = await openEdit(emailTaken)
    await type('Email', 'asha@mail.test')
    await press('Save 1 change')
    expect(await window.findByText('Failed to update user.')).toBeVisible()
    expect(window.getByLabelText('Email')).toHaveValue('asha@mail.test')
    expect(window.getByLabelText('Email')).toHaveAccessibleDescription('This email is already in use.')
  })

  it.each<[string, () => Refusal]>([
    ['without an answer', noNetwork],
    ['with a failure of ours', () => refuse('internal', { message: 'Something went wrong!' })],
  ])('AUSER-12 %s keeps what was typed, which can be saved again', async (_what, fails) => {
    let isDown = true
    const { type, press, window } = await openEdit((call, server) => (isDown ? fails() : saves(call, server)))
    await type('Name', 'Arjun N')
    await press('Save 1 change')
    expect(await window.findByText('An error occurred. Please try again.')).toBeVisible()
    expect(window.getByLabelText('Name')).toHaveValue('Arjun N')
    isDown = false
    await press('Save 1 change')
    expect(await window.findByText(savedText)).toBeVisible()
  })
})

describe('an edit with a conflict or an error', () => {
  it('shows the second of two admins what the first has changed, and overwrites nothing', async () => {
    const { type, press, window, server, rows, api } = await openEdit((call, held) => {
      return call.body.expectedVersion === held.user.updatedAt
        ? saves(call, held)
        : refuse('user_changed', { message: 'Changed meanwhile.' })
    })
    await type('Name', 'Arjun N')
    server.user = { ...server.user, role: 'reseller', updatedAt: '2026-11-21T07:00:00.000Z' }
    rows.push({
      id: '1',
      at: '2026-11-21T07:00:00.000Z',
      by: 'Imran Khan',
      actorId: 'a2',
      action: 'user.update',
      target: 'user:c0ffee00c0ffee00c0ffee01',
      requestId: '',
      before: {},
      after: {},
      reason: '',
      from: '',
    })
    await press('Save 1 change')
    expect(await window.findByText('Failed to update user.')).toBeVisible()
    expect(window.getByText(/^Imran Khan changed this account \(Role: user → reseller\)/)).toBeVisible()
    expect(window.getByLabelText('Name')).toHaveValue('Arjun N')
    expect(window.getByLabelText('Role')).toHaveValue('reseller')
    await press('Save 1 change')
    expect(await window.findByText(savedText)).toBeVisible()
    expect(api.sentTo(updateUserData).at(-1)?.body).toMatchObject({
      name: 'Arjun N',
      role: 'reseller',
      expectedVersion: '2026-11-21T07:00:00.000Z',
    })
  })

  it('recognises an edit whose reply was lost as saved', async () => {
    let tries = 0
    const { type, press, window } = await openEdit((call, held) => {
      tries += 1
      if (tries > 1) return refuse('user_changed', { message: 'Changed meanwhile.' })
      saves(call, held)
      return noNetwork()
    })
    await type('Name', 'Arjun N')
    await press('Save 1 change')
    await window.findByText('An error occurred. Please try again.')
    await press('Save 1 change')
    expect(await window.findByText(savedText)).toBeVisible()
  })

  it('gives an admin one of the five staff roles', async () => {
    const { user, api, press, window } = await openEdit(saves)
    expect(window.queryByLabelText('Staff role')).toBeNull()
    await user.selectOptions(window.getByLabelText('Role'), 'admin')
    expect(window.getByLabelText('Staff role')).toHaveValue('owner')
    await user.selectOptions(window.getByLabelText('Staff role'), 'support')
    expect(window.getByRole('region', { name: 'Changes' })).toHaveTextContent('Staff role none → Support')
    await press('Save 2 changes')
    await window.findByText(savedText)
    expect(api.sentTo(updateUserData)[0]?.body).toMatchObject({ role: 'admin', staffRole: 'support' })
  })

  it('shows where a request for another admin waits, and stays open', async () => {
    const message = 'Approval requested: Arjun Nair as an admin.'
    const { user, press, window } = await openEdit((_call, { user: held }) => ({
      message,
      user: held,
      status: 'pending',
    }))
    await user.selectOptions(window.getByLabelText('Role'), 'admin')
    await press('Save 2 changes')
    expect(await window.findByText(message)).toBeVisible()
    expect(window.getByRole('link', { name: 'Approvals' })).toHaveAttribute('href', '/approvals')
  })

  it('sends nothing without a difference, or what the server would refuse', async () => {
    const { api, type, press, window } = await openEdit(saves)
    await press('No changes')
    await type('Mobile number', '12345')
    await press('Save 1 change')
    expect(window.getByLabelText('Mobile number')).toHaveAccessibleDescription(
      'Mobile number must be a mobile number of 10 digits.',
    )
    await waitFor(() =>
      expect(window.getByLabelText('Mobile number')).toHaveAttribute('aria-invalid', 'true'),
    )
    expect(api.sentTo(updateUserData)).toEqual([])
  })
})
