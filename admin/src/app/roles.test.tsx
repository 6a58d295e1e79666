import {
  grantOf,
  missingPermission,
  type StaffRole,
  staffRoles,
} from '@jhatpat/shared/contracts/permissions.ts'
import { addUserBalance, updateUserData, usersData } from '@jhatpat/shared/contracts/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { on } from '../../../tests/support/fake-api.ts'
import { makeAdminUser, usersPage } from '../features/users/admin-user-fixture.ts'
import { meera, renderAdmin, signIn } from '../testing/render-admin.tsx'
import { screens } from './nav.ts'

/** Opens the app as a role. */
function openAs(staffRole: StaffRole, path: string, limit = 0) {
  signIn({ ...meera, staffRole })
  return renderAdmin(path, {
    signedIn: false,
    calls: [
      on(usersData, () => ({
        ...usersPage([makeAdminUser(), makeAdminUser({ _id: 'c9', role: 'admin', name: 'Imran Khan' })]),
        approvalAbove: limit,
      })),
    ],
  })
}

describe.each(staffRoles)('the screens of %s', (staffRole) => {
  const member = { role: 'admin' as const, staffRole }

  it('begin with a dashboard, and send no call that the permission table refuses', async () => {
    const { user, api } = openAs(staffRole, '/second-factor')
    const menu = within(await screen.findByRole('navigation', { name: 'Admin' }))
    const own = screens.filter(({ for: needs }) => needs.some((one) => grantOf(member, one) === 'allowed'))
    expect(own[0]?.path).toBe('/')
    for (const { label } of own) {
      await user.click(menu.getByRole('link', { name: new RegExp(`^${label}`) }))
      await screen.findByRole('heading', { level: 1, name: label })
      await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    }
    const refused = api.sent.filter(
      ({ route: { auth } }) => typeof auth === 'object' && missingPermission(member, auth) !== undefined,
    )
    expect(refused.map(({ route }) => route.path)).toEqual([])
  }, 60_000)

  it('have the actions on a user that the role may take, and no others', async () => {
    if (grantOf(member, 'customers.view') === 'none') return
    openAs(staffRole, '/usersdata')
    await screen.findByRole('link', { name: 'Arjun Nair' })
    const may = (access: Parameters<typeof missingPermission>[1]) =>
      missingPermission(member, access) === undefined
    const names = screen
      .queryAllByRole('button', { name: /Arjun Nair|Imran Khan/ })
      .map((one) => one.textContent)
    expect(names).toEqual([
      ...(may(updateUserData.auth) ? ['Edit Arjun Nair'] : []),
      ...(may(addUserBalance.auth) ? ['Balance of Arjun Nair'] : []),
      ...(may({ permission: ['customers.edit', 'staff.manage'] }) ? ['Edit Imran Khan'] : []),
      ...(may(addUserBalance.auth) ? ['Balance of Imran Khan'] : []),
    ])
  })
})

it('lets support edit a customer without changing the role, and promises it no amount of its own', async () => {
  const { user } = openAs('support', '/usersdata')
  await user.click(await screen.findByRole('button', { name: 'Edit Arjun Nair' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit user' }))
  expect(edit.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  expect(edit.getByText('Only an owner changes roles.')).toBeVisible()
  await user.click(edit.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Balance of Arjun Nair' }))
  const balance = within(await screen.findByRole('dialog', { name: 'Add balance' }))
  expect(balance.getByText('Any amount needs approval')).toBeVisible()
  expect(balance.getByRole('button', { name: 'Request approval' })).toBeVisible()
  expect(balance.queryByText(/per day per customer/)).toBeNull()
})

it('shows finance its own part of Needs attention, and support its tickets on the dashboard', async () => {
  const first = openAs('finance', '/maintenance')
  expect(await screen.findByText('Nothing needs attention.')).toBeVisible()
  expect(screen.queryByText(/^Error/)).toBeNull()
  first.unmount()
  openAs('support', '/')
  expect(await screen.findByText('No open tickets.')).toBeVisible()
  expect(await screen.findByText('Assigned to you')).toBeVisible()
  expect(screen.queryByText('Sales')).toBeNull()
  expect(screen.queryByText('Supply points')).toBeNull()
})
