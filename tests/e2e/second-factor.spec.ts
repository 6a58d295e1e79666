import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { emailOf, expect, forgetSession, password, test } from './kit/test.ts'

const stepMs = 30_000

/** The code that an app shows now, and then the next one, which is valid already. */
function appOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let timestamp = Date.now() - stepMs
  return () => {
    timestamp += stepMs
    return totp.generate({ timestamp })
  }
}

async function logIn(page: Page) {
  await page.goto('/login?from=%2Fadmin')
  await page.getByLabel('Email').fill(emailOf('imran'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome Admin' }).first()
const codeBox = (page: Page) => page.getByLabel('6-digit code')

async function signOut(page: Page) {
  await page
    .getByRole('button', { name: /^Imran/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/home$/)
}

test('an admin sets up a second factor, logs in by a code and by a recovery code, and turns it off', async ({
  open,
}) => {
  const page = await open('visitor', '/login')
  await logIn(page)
  await expect(page.getByText('Two-step verification is off')).toBeVisible()
  await page.getByRole('link', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('.key code').innerText()).replaceAll(' ', '')
  const nextCode = appOf(secret)
  await page.getByRole('button', { name: 'I have scanned it' }).click()
  await codeBox(page).fill(nextCode())
  await page.getByRole('button', { name: 'Continue' }).click()
  const codes = page.locator('.recovery li')
  await expect(codes).toHaveCount(10)
  const [recovery = '', another = ''] = await codes.allInnerTexts()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step verification is on' })).toBeVisible()
  // It has ended the earlier sessions.
  forgetSession('imran')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()
  await signOut(page)

  await logIn(page)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
  const code = nextCode()
  await codeBox(page).fill(code)
  await expect(welcome(page)).toBeVisible()
  await signOut(page)

  await logIn(page)
  await codeBox(page).fill(code)
  await expect(page.getByRole('alert')).toContainText('That code doesn’t match.')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(welcome(page)).toBeVisible()

  await page.getByRole('link', { name: 'Two-step verification' }).click()
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(another)
  await page.getByRole('button', { name: 'Turn off' }).last().click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})
