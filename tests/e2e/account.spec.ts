import { randomInt } from 'node:crypto'
import { createAccount, verifyAndRegister, verifyMail } from '@jhatpat/shared/contracts/sign-up.ts'
import type { Browser, Page } from '@playwright/test'
import { personOf } from '../support/person.ts'
import { shopUrl } from './kit/environment.ts'
import { codeTo, linkTo, mailedCodeTo } from './kit/inbox.ts'
import { picture } from './kit/picture.ts'
import { expect, phone, test } from './kit/test.ts'

const first = 'monsoon tram 42'
const second = 'three auto rides'

/** A separate customer, so that no other test loses its password or sessions. */
async function aCustomer(): Promise<string> {
  const { call } = personOf(shopUrl())
  const mobileNumber = String(randomInt(9_200_000_000, 9_299_999_999))
  const body = {
    name: 'Neha Kulkarni',
    mobileNumber,
    email: `neha${mobileNumber}@mail.test`,
    password: first,
  }
  await call(createAccount, { body })
  await call(verifyAndRegister, { body: { ...body, otp: await codeTo(mobileNumber) } })
  const [, , id = '', token = ''] = (await linkTo(body.email, '/verification')).split('/')
  await call(verifyMail, { params: { id, token }, body: {} })
  return body.email
}

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Runs what ends the page's session, and waits until it shows the login: 2 s at most after the answer. */
async function outWithin2s(page: Page, end: () => Promise<unknown>): Promise<void> {
  await end()
  const from = performance.now()
  await page.waitForURL('**/login')
  expect(performance.now() - from).toBeLessThan(2_000)
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
}

/** A separate signed-in browser, on a page with a connected socket. */
async function aDevice(browser: Browser, path: string, who: { email: string; device?: typeof phone }) {
  const context = await browser.newContext({ baseURL: shopUrl(), ...who.device })
  const page = await context.newPage()
  const socket = page.waitForEvent('websocket')
  await page.goto(path)
  await login(page, who.email, first)
  await page.waitForURL(`**${path}`)
  await (await socket).waitForEvent('framereceived')
  return page
}

test.describe('one’s own account', () => {
  test('is to be deleted after a code of each contact, and is kept again', async ({ open }) => {
    const page = await open('asha', '/dashboard')
    const none = { state: 'none', obstacles: [], contacts: ['mobile', 'email'] }
    const requested = { ...none, state: 'requested', from: new Date(Date.now() + 259_200_000).toISOString() }
    // The shop sends a number one text in five minutes, and this account has a balance.
    await page.route('**/api/user/erasure/codes', (route) =>
      route.fulfill({ json: { contacts: none.contacts, retryAfter: 300 } }),
    )
    await page.route('**/api/user/erasure', (route) =>
      route.fulfill({ json: route.request().method() === 'POST' ? requested : none }),
    )
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await expect(page.getByRole('region', { name: 'What happens' })).toBeVisible()
    await page.getByRole('button', { name: 'Send codes' }).click()
    await page.getByLabel('Code sent to your mobile number').fill('123456')
    await page.getByLabel('Code sent to your email').fill('654321')
    await picture(page, 'delete-account-codes')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Your account will be deleted')).toBeVisible()
    await picture(page, 'delete-account-requested')
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByRole('button', { name: 'Send codes' })).toBeVisible()
    await page.unroute('**/api/user/erasure')
    await page.reload()
    await expect(page.getByRole('region', { name: 'End these first' })).toContainText(
      'There is money in your wallet',
    )
    await picture(page, 'delete-account-first')
  })

  test('has another email after a code that is sent there, and the former address undoes it', async ({
    browser,
    open,
  }) => {
    const email = await aCustomer()
    const other = email.replace('neha', 'neha.kulkarni')
    const page = await aDevice(browser, '/dashboard', { email })
    const profile = page.getByRole('region', { name: 'Profile' })
    await picture(page, 'profile')
    await profile.getByRole('button', { name: 'Change your email' }).click()
    await profile.getByLabel('New email').fill(other)
    await profile.getByLabel('New email').press('Enter')
    await expect(profile.getByLabel('Code sent there')).toBeVisible()
    await picture(page, 'profile-change-email')
    await profile.getByLabel('Code sent there').fill(await mailedCodeTo(other))
    await expect(profile.getByText(other)).toBeVisible()
    await expect(profile.getByText('Spending is paused until')).toBeVisible()
    await picture(page, 'profile-email-changed')

    const visitor = await open('visitor', await linkTo(email, '/contact_changed'))
    await outWithin2s(page, () => visitor.getByRole('button', { name: 'No, undo it' }).click())
    await login(page, email, first)
    await page.waitForURL('**/dashboard')
    await page.context().close()
  })

  test('is signed out of another device, of all others, and of every one by a new password, within 2 s', async ({
    browser,
    open,
  }) => {
    const email = await aCustomer()
    const ownDevice = await aDevice(browser, '/dashboard/devices', { email })
    const there = await aDevice(browser, '/wallet', { email, device: phone })
    await ownDevice.reload()
    await outWithin2s(there, () =>
      ownDevice.getByRole('button', { name: 'Sign out Chrome on Android' }).click(),
    )
    await expect(ownDevice.getByText('Only this device is logged in.')).toBeVisible()

    await login(there, email, first)
    await there.waitForURL('**/wallet')
    await there.getByRole('link', { name: 'Profile' }).click()
    await there.getByRole('link', { name: 'Logged-in devices' }).click()
    await outWithin2s(ownDevice, () =>
      there.getByRole('button', { name: 'Sign out all other devices' }).click(),
    )
    await expect(there.getByText('Only this device is logged in.')).toBeVisible()

    const visitor = await open('visitor', '/login')
    await visitor.getByRole('link', { name: /Forgot/ }).click()
    await visitor.getByLabel('Registered email').fill(email)
    await visitor.getByRole('button', { name: 'Send the link' }).click()
    await expect(visitor.getByText('Check your inbox')).toBeVisible()
    const link = await linkTo(email, '/reset_password')
    const token = link.split('/').at(-1) ?? ''
    const headers: string[] = []
    // Routed, because a request that is only observed may lose its page before its headers are read.
    await visitor.route('**', async (route) => {
      const { referer = '' } = route.request().headers()
      if (referer.includes(token)) headers.push(route.request().url())
      await route.fallback()
    })
    await visitor.goto(link)
    await visitor.getByLabel('New password').fill(second)
    await expect(visitor).toHaveURL(/\/reset_password$/)
    await visitor.reload()
    await visitor.getByLabel('New password').fill(second)
    await outWithin2s(there, () => visitor.getByRole('button', { name: 'Save password' }).click())
    await visitor.waitForURL('**/login')
    expect(headers).toEqual([])

    await visitor.goto(link)
    await visitor.getByLabel('New password').fill(second)
    await visitor.getByRole('button', { name: 'Save password' }).click()
    await expect(visitor.getByRole('heading', { name: 'The link is corrupted.' })).toBeVisible()
    await visitor.goto('/login')
    await login(visitor, email, second)
    await visitor.waitForURL('**/home')
    for (const page of [ownDevice, there]) await page.context().close()
  })
})
