import type { Page } from '@playwright/test'
import { picture } from './kit/picture.ts'
import { emailOf, expect, forgetSession, password, test } from './kit/test.ts'

const users = '/admin/usersdata?search=ravi%40jhatpat.test'
const saved = 'User updated successfully!, Please Refresh/Reload Page'

/** Back asks once; an admin who stays keeps the scroll position. */
async function refuseToGoBack(page: Page): Promise<void> {
  const startUrl = page.url()
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message())
    await dialog.dismiss()
  })
  await page.evaluate('history.back()')
  await expect.poll(() => questions).toEqual(['Leave without saving? Your changes will be lost.'])
  await expect(page).toHaveURL(startUrl)
}

test.describe('people, in the back office', () => {
  test('AUSER-09 the second of two admins sees what the first has changed, and nothing is lost', async ({
    open,
  }) => {
    const [meera, imran] = [await open('meera', users), await open('imran', users)]
    for (const page of [meera, imran]) await openEdit(page)
    await imran.getByRole('textbox', { name: 'Name' }).fill('Ravi Stores')
    await save(imran)
    await expect(imran.getByText(saved)).toBeVisible()
    await expect(imran.getByRole('dialog')).toBeHidden({ timeout: 4_000 })
    await expect(imran.getByRole('cell', { name: 'Ravi Stores', exact: true })).toBeVisible()

    const mobile = await meera.getByRole('textbox', { name: 'Mobile number' }).inputValue()
    await meera.getByRole('textbox', { name: 'Mobile number' }).fill('9811112222')
    await save(meera)
    await expect(meera.getByText('Failed to update user.')).toBeVisible()
    await expect(meera.getByText(/Imran .* changed this account .*Your edits are kept/)).toBeVisible()
    await picture(meera, 'users-conflict')
    await expect(meera.getByRole('textbox', { name: 'Name' })).toHaveValue('Ravi Stores')
    await save(meera)
    await expect(meera.getByText(saved)).toBeVisible()
    await expect(meera.getByRole('dialog')).toBeHidden({ timeout: 4_000 })

    await openEdit(meera)
    await expect(meera.getByRole('textbox', { name: 'Name' })).toHaveValue('Ravi Stores')
    await meera.getByRole('textbox', { name: 'Mobile number' }).fill(mobile)
    await save(meera)
    await expect(meera.getByText(saved)).toBeVisible()
  })

  test('AUSER-13 an amount above the limit is transferred when a second admin approves, and not before', async ({
    open,
  }) => {
    const [meera, imran] = [await open('meera', users), await open('imran', '/admin/approvals')]
    await meera.getByRole('button', { name: /^Balance of/ }).click()
    await meera.getByLabel('Amount').fill('12000')
    await meera.getByLabel(/^Reason/).fill('Bank slip seen')
    await meera.getByRole('button', { name: 'Request approval' }).click()
    await expect(meera.getByText(/^Approval requested: ₹12,000 for Ravi/)).toBeVisible()
    await meera.getByRole('dialog').getByRole('link', { name: 'Approvals' }).click()
    await meera.getByRole('tab', { name: /^My requests/ }).click()
    await expect(meera.getByText('Another admin must decide.')).toBeVisible()
    await picture(meera, 'approvals-asked')

    await imran.reload()
    await expect(imran.getByRole('link', { name: 'Approvals 1 waiting' })).toBeVisible()
    await picture(imran, 'approvals-waiting')
    await imran.getByRole('button', { name: 'Approve credit of ₹12,000' }).click()
    await expect(imran.getByText(/^Successfully added ₹12,000 to Ravi.*'s wallet/)).toBeVisible()
    await expect(imran.getByRole('heading', { name: 'No requests to approve' })).toBeVisible()
  })

  test('a customer whose session is ended on their page is signed out within two seconds, and the note stays', async ({
    open,
  }) => {
    const [meera, ravi] = [await open('meera', users), await open('ravi', '/home')]
    const opened = ravi.waitForEvent('websocket')
    await ravi.goto('/orders')
    await opened
    await meera.getByRole('link', { name: /^Ravi/ }).click()
    await expect(meera.getByRole('heading', { level: 1, name: /^Ravi/ })).toBeVisible()
    await meera.getByLabel('New note').fill('Asked to be signed out.')
    await refuseToGoBack(meera)
    await expect(meera.getByLabel('New note')).toHaveValue('Asked to be signed out.')
    await meera.getByRole('button', { name: 'Save note' }).click()
    await expect(meera.getByRole('listitem').filter({ hasText: 'Asked to be signed out.' })).toBeVisible()
    await meera.getByRole('tab', { name: 'Sessions' }).click()
    await meera.getByRole('button', { name: /^Sign out all( \d+| devices)$/ }).click()
    const answered = meera.waitForResponse(/sessions\/revoke/)
    const all = meera.getByRole('dialog', { name: 'Sign out all devices' })
    await all.getByRole('button', { name: 'Sign out all devices' }).click()
    await answered
    const start = Date.now()
    await ravi.waitForURL(/\/login/)
    expect(Date.now() - start, 'ms from the end to the login page').toBeLessThan(2_000)
    await expect(meera.getByRole('heading', { name: 'Not signed in.' })).toBeVisible()
    await picture(meera, 'customer-sessions')
    forgetSession('ravi')
  })

  test('a customer who is blocked while on a page is signed out within two seconds, with the reason', async ({
    open,
  }) => {
    const meera = await open('meera', users)
    const ravi = await open('ravi', '/home')
    const opened = ravi.waitForEvent('websocket')
    await ravi.goto('/orders')
    const socket = await opened
    await expect(ravi.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()

    await openEdit(meera)
    await meera.getByRole('switch', { name: 'Blocked' }).click()
    await expect(meera.getByText(/will be signed out on all devices/)).toBeVisible()
    const closed = socket.waitForEvent('close')
    const answered = meera.waitForResponse(/updateuserdata/)
    await save(meera)
    await answered
    const start = Date.now()
    await Promise.all([closed, ravi.waitForURL(/\/login/)])
    expect(Date.now() - start, 'ms from the block to the login page').toBeLessThan(2_000)
    expect(await ravi.evaluate("localStorage.getItem('token')")).toBeNull()
    await expect(ravi.getByText(/^You’ve been signed out/)).toBeVisible()
    await ravi.getByLabel('Email').fill(emailOf('ravi'))
    await ravi.getByRole('textbox', { name: 'Password' }).fill(password)
    await ravi.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(ravi.getByText(/blocked/i)).toBeVisible()
    await picture(ravi, 'login-blocked')

    await expect(meera.getByRole('dialog')).toBeHidden({ timeout: 4_000 })
    await openEdit(meera)
    await meera.getByRole('switch', { name: 'Blocked' }).click()
    await save(meera)
    await expect(meera.getByText(saved)).toBeVisible()
    forgetSession('ravi')
  })
})

async function openEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit Ravi/ }).click()
  await expect(page.getByRole('dialog', { name: 'Edit user' })).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: /^Save \d change/ }).click()
