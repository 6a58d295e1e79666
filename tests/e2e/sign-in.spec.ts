import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { inDatabase } from './kit/database.ts'
import { codeTo, linkTo } from './kit/inbox.ts'
import { emailOf, expect, password, phone, test } from './kit/test.ts'

const computer = { viewport: { width: 1440, height: 900 } }
const newcomer = () => {
  const number = String(randomInt(9_100_000_000, 9_199_999_999))
  return { mobile: number, email: `kavya${number}@mail.test` }
}

async function login(page: Page, email: string, word: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The element's position in whole pixels: text that appears must not move it. */
const place = async (one: Locator) => JSON.stringify(await one.boundingBox())

test.describe('the way in', () => {
  test('REG-01 REG-05 VER-01 LOGIN-10 LOGIN-08 a visitor registers, verifies the address, and lands on the page they came for', async ({
    open,
  }) => {
    const { mobile, email } = newcomer()
    const word = 'monsoon tram 42'
    const page = await open('visitor', '/wallet', phone)
    await page.getByRole('link', { name: 'Create Account' }).click()
    await page.getByRole('button', { name: 'Send Otp' }).click()
    await expect(page.getByText('Please fill in all fields.')).toBeVisible()
    await page.getByLabel('Name').fill('Kavya Krishnan')
    await page.getByLabel('Mobile number').fill(`+91 ${mobile}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(word)
    await page.getByRole('button', { name: 'Send Otp' }).click()
    await expect(page.getByText('OTP sent successfully. Please verify your account.')).toBeVisible()
    await page.getByLabel(/^6-digit OTP/).fill(await codeTo(mobile))
    await expect(page.getByText('Mobile number verified successfully.')).toBeVisible()
    await page.waitForURL('**/login')

    await login(page, email, word)
    await page.waitForURL('**/checkverification')
    const mail = await page.context().newPage()
    await mail.goto(await linkTo(email, '/verification'))
    await mail.waitForURL('**/login')

    await page.getByRole('link', { name: 'Back to Login' }).click()
    await login(page, email, word)
    await page.waitForURL('**/wallet')
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
    // The tab of the mail has signed in with this one.
    await mail.waitForURL('**/home')
    await expect(mail.getByRole('button', { name: 'User menu of Kavya Krishnan' })).toBeVisible()
  })

  test('OTP-01 OTP-03 OTP-05 OTP-08 E22 a customer logs in by phone, after a wrong OTP, a replaced one and one that has expired', async ({
    open,
    environment,
  }) => {
    await environment.set('sms', { spamWindowMs: 0 })
    // The reseller’s: messages about the many orders of Asha would delay the codes.
    const mobile = '9000000002'
    const page = await open('visitor', '/otplogin', phone)
    await page.clock.install()
    await page.getByLabel('Mobile number').fill(mobile)
    await page.getByRole('button', { name: 'Send Otp' }).click()
    await page.waitForURL(`**/otpverify/${mobile}`)
    await expect(page.getByText(/^OTP sent\./)).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/)
    const verify = page.getByRole('button', { name: 'Verify' })
    const before = await place(verify)
    const first = await codeTo(mobile)
    // The sixth digit sends it.
    const enter = (code: string) => page.getByLabel('6-digit OTP').fill(code)
    await enter(first === '111111' ? '222222' : '111111')
    await expect(page.getByText('Incorrect OTP.')).toBeVisible()
    await expect(page.getByText('4 tries left.')).toBeVisible()
    expect(await place(verify)).toBe(before)

    await page.reload()
    await expect(page.getByText('+91 90000 00002')).toBeVisible()
    // The server's answer sets the time again, so it must be there before the clock is moved.
    await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:\d\d)$/)
    await expect(page.getByRole('button', { name: /^Resend OTP in 0[45]:/ })).toBeDisabled()
    await page.clock.fastForward(301_000)
    await page.getByRole('button', { name: 'Resend OTP' }).click()
    await expect(page.getByText(/If your last OTP is still valid, the same one is sent\.$/)).toBeVisible()
    await expire(mobile)
    await enter(first)
    await expect(page.getByText('OTP has expired. Please request a new OTP.')).toBeVisible()
    await page.getByRole('button', { name: 'Resend OTP', exact: true }).click()
    await expect(page.getByText(/If your last OTP is still valid, the same one is sent\.$/)).toBeVisible()
    await pasteInTheMiddle(page, await codeTo(mobile, first))
    await page.waitForURL('**/home')
    await expect(page.getByRole('button', { name: 'User menu of Ravi Menon' })).toBeVisible()
  })

  for (const device of [phone, computer]) {
    test(`LOGIN-09 a wrong password moves nothing at ${device.viewport?.width} px`, async ({ open }) => {
      const page = await open('visitor', '/login', device)
      const button = page.getByRole('button', { name: 'Login' })
      const other = page.getByRole('link', { name: 'Log in with phone' })
      await page.waitForLoadState('networkidle')
      await expect(button).toBeVisible()
      const before = [await place(button), await place(other)]
      await login(page, emailOf('asha'), 'not-the-word-1')
      await expect(page.getByRole('alert')).toContainText(
        'The email and password don’t match. Try again or reset your password.',
      )
      expect([await place(button), await place(other)]).toEqual(before)
    })
  }

  test('SESS-06 SESS-07 two tabs sign in, out, and change accounts together', async ({ open }) => {
    const firstTab = await open('visitor', '/login')
    const there = await firstTab.context().newPage()
    await there.goto('/wallet')
    await there.waitForURL('**/login')
    await login(firstTab, emailOf('asha'), password)
    await firstTab.waitForURL('**/home')
    await there.waitForURL('**/wallet')
    await expect(there.getByRole('heading', { name: 'My Wallet' })).toBeVisible()

    await firstTab.getByRole('button', { name: /^User menu/ }).click()
    await firstTab.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(firstTab).toHaveURL(/\/home$/)
    await there.waitForURL('**/login')
    await firstTab.goto('/login')
    await login(firstTab, emailOf('ravi'), password)
    await there.waitForURL('**/wallet')
    await expect(there.getByRole('button', { name: 'User menu of Ravi Menon' })).toBeVisible()
  })
})

/**
 * Pastes where two digits are already, with the text that people copy around a code; and the phone offers
 * the code by itself.
 */
async function pasteInTheMiddle(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('6-digit OTP')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('98')
  await field.press('ArrowLeft')
  await field.evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `${code.slice(0, 3)} ${code.slice(3)}.`,
  )
}

/** Expires a number's OTP, and allows another one to be sent. */
async function expire(mobile: string): Promise<void> {
  const expired = { $set: { expiresAt: new Date(Date.now() - 1_000) } }
  const { modifiedCount } = await inDatabase(async (database) => {
    await database.collection<{ _id: string }>('sms_numbers').deleteOne({ _id: mobile })
    return database.collection<{ _id: string }>('otps').updateOne({ _id: `sign_in/${mobile}` }, expired)
  })
  expect(modifiedCount).toBe(1)
}
