import type { Page, Route } from '@playwright/test'
import { diamonds, forNewPlayer } from './kit/environment.ts'
import { fillIn, productPage } from './kit/product-page.ts'
import { expect, test } from './kit/test.ts'

type Trouble = {
  /** The specification's text (§8), to the letter. */
  says: string
  /** Our own addition: whether something happened, or what the customer can do. */
  and: string | RegExp
  who: 'visitor' | 'asha'
  path: string
  call: string
  answer: (route: Route) => Promise<void>
  act: (page: Page) => Promise<void>
}

const lost = (route: Route) => route.abort('connectionreset')
/** An error of our calls, under every name that a call has for its sentence. */
const refused =
  (status: number, message: string, more: Record<string, unknown> = {}) =>
  (route: Route) =>
    route.fulfill({ status, json: { message, msg: message, error: message, requestId: 'r', ...more } })

const register = async (page: Page) => {
  await page.getByLabel('Name').fill('Kavya Krishnan')
  await page.getByLabel('Mobile number').fill('9876501234')
  await page.getByLabel('Email').fill('kavya@mail.test')
  await page.getByLabel('Password', { exact: true }).fill('monsoon tram 42')
  await page.getByRole('button', { name: 'Send Otp' }).click()
}
const order = async (page: Page) => {
  await fillIn(page, forNewPlayer(diamonds))
  await productPage(page).buy.click()
}
const checkId = async (page: Page) => {
  const { item, first, second, check } = productPage(page)
  await item(diamonds.item).click()
  await first.fill('10000002')
  await second.fill(diamonds.input2)
  await check.click()
}
const rename = async (page: Page) => {
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await page.getByLabel('Name').fill('Asha')
  await page.getByRole('button', { name: 'Save' }).click()
}
const address = `/product/${diamonds.product}`
const reset = '/reset_password/665000000000000000000001/t'

const troubles: Trouble[] = [
  {
    who: 'visitor',
    path: '/register',
    call: '**/auth/createaccount',
    act: register,
    answer: lost,
    says: 'Something went wrong. Please try again.',
    and: /Send Otp/,
  },
  {
    who: 'visitor',
    path: '/otpverify/9876501234',
    call: '**/otp/timer',
    answer: lost,
    act: async () => {},
    says: 'An error occurred while fetching the timer.',
    and: /Try again|Resend|new/i,
  },
  {
    who: 'visitor',
    path: reset,
    call: '**/password/reset-password/**',
    answer: refused(400, 'The link is corrupted.', { code: 'link_corrupted' }),
    act: async (page) => {
      await page.getByLabel('New password').fill('monsoon tram 42')
      await page.getByRole('button', { name: 'Save password' }).click()
    },
    says: 'The link is corrupted.',
    and: 'Regenerate Link',
  },
  {
    who: 'visitor',
    path: address,
    call: '**/order/none',
    answer: lost,
    act: checkId,
    says: 'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
    and: /Check/,
  },
  {
    who: 'asha',
    path: address,
    call: '**/order/createOrder',
    act: order,
    answer: refused(502, 'The payment wasn’t accepted. No money was taken.', {
      code: 'payment_rejected',
    }),
    says: 'The payment wasn’t accepted.',
    and: 'No money was taken',
  },
  {
    who: 'asha',
    path: '/dashboard',
    call: '**/user/edit-profile',
    answer: lost,
    act: rename,
    says: 'An error occurred while updating the profile',
    and: 'Please save again',
  },
]

test.describe('what goes wrong', () => {
  test('E16 is shown in the specification’s words, with what happened or what to do', async ({ open }) => {
    const pages = { visitor: await open('visitor', '/home'), asha: await open('asha', '/home') }
    for (const { says, and, who, path, call, answer, act } of troubles) {
      const page = pages[who]
      await page.route(call, answer)
      await page.goto(path)
      await act(page)
      await expect(page.getByText(says).first(), says).toBeVisible()
      await expect(page.getByText(and).first(), `beside “${says}”`).toBeVisible()
      await page.unroute(call)
    }
  })

  test('E15 an empty list says why and offers one action; a search without a match is another state', async ({
    open,
    environment,
  }) => {
    // Of the two admins this one never bought anything.
    const newcomer = await open('imran', '/orders')
    for (const [path, nothing] of [
      ['/orders', 'No orders found.'],
      ['/wallet', 'No transactions found.'],
    ] as const) {
      await newcomer.goto(path)
      const empty = newcomer.locator('.empty').filter({ hasText: nothing })
      await expect(empty).toBeVisible()
      await expect(empty).not.toContainText('match')
      await expect(empty.locator('a, button')).toHaveCount(1)
    }
    await environment.buy(diamonds)
    await environment.startTopUp(100)
    const page = await open('asha', '/orders')
    for (const [path, nothing, search] of [
      ['/orders', 'No orders found.', 'no-such-order-id'],
      ['/wallet', 'No transactions found.', 'JT000000NOBODY'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('main').getByRole('searchbox').fill(search)
      const none = page.locator('.empty').filter({ hasText: nothing })
      await expect(none).toContainText(/match/)
      await none.getByRole('button', { name: 'Clear filters' }).click()
      await expect(none).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('table')).toBeVisible()
    }
  })
})
