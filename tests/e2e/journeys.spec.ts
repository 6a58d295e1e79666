import { expireSessions, whileItemIs } from './kit/database.ts'
import { diamonds, forNewPlayer } from './kit/environment.ts'
import { tabTo } from './kit/keyboard.ts'
import { picture } from './kit/picture.ts'
import { fillIn, productPage, txnOf } from './kit/product-page.ts'
import { scan } from './kit/scan.ts'
import { emailOf, expect, forgetSession, password, phone, test } from './kit/test.ts'

const address = `/product/${diamonds.product}`
const wallet = { ...diamonds, paymentmode: 'wallet' } as const

test.describe('journeys', () => {
  test('by UPI on a phone, from a card at home to the delivery', async ({ open, environment }) => {
    const page = await open('asha', '/home', phone)
    await page
      .getByRole('region', { name: 'Trending', exact: true })
      .getByRole('link', { name: /^Mobile Legends/ })
      .tap()
    await fillIn(page, forNewPlayer(diamonds))
    await productPage(page).buy.tap()
    const app = page.getByRole('link', { name: 'Any UPI app' })
    await expect(app).toHaveAttribute('href', /[?&]am=109(\.00)?(&|$)/)
    await picture(page, 'pay', [360])
    const id = txnOf(page)
    await environment.pay(id)
    await expect(page).toHaveURL(new RegExp(`/confirmation\\?client_txn_id=${id}$`))
    await expect(page.getByRole('heading', { level: 1, name: /^Delivered in/ })).toBeInViewport()
    await expect(page.locator('.order-head .st')).toHaveText('Completed')
  })

  test('ROLE-04 of a reseller: another price is seen, asked for and booked', async ({
    open,
    environment,
  }) => {
    const page = await open('ravi', address)
    await expect(productPage(page).item(diamonds.item)).toContainText('₹104')
    await fillIn(page, forNewPlayer(diamonds))
    await expect(page.locator('.tot [data-money]')).toHaveText(['₹109', '₹104'])
    await productPage(page).buy.click()
    const code = page.getByRole('img', { name: /^QR code to pay ₹104/ })
    expect(new URL(await scan(code)).searchParams.get('am')).toBe('104.00')
    await environment.pay(txnOf(page))
    await expect(page.locator('.order-head .st')).toHaveText('Completed')
    await expect(page.locator('.key-values [data-money]').last()).toHaveAttribute('data-money', '104')
  })

  test('out of stock while the page is open: nothing is ordered, and the page shows what is left', async ({
    open,
    environment,
  }) => {
    await environment.fundWallet(500)
    const [orders, balance] = [await environment.countOrders(), await environment.balance()]
    const page = await open('asha', address)
    const wish = forNewPlayer(wallet)
    await fillIn(page, wish)
    const { item, buy } = productPage(page)
    await whileItemIs(diamonds, { inStock: false }, async () => {
      await buy.click()
      await expect(page.getByText('This item is out of stock.')).toBeVisible()
      await expect(item(diamonds.item)).toContainText('Out of Stock')
      await expect(item(diamonds.item)).toBeDisabled()
      await buy.click()
      await expect(page.getByText('Please select an item, enter your Id')).toBeVisible()
    })
    expect(await environment.countOrders()).toBe(orders)
    expect(await environment.balance()).toBe(balance)
    await expect(productPage(page).first).toHaveValue(wish.input1)
  })

  test('the price changed while the page is open: the server’s is shown before anything is paid', async ({
    open,
    environment,
  }) => {
    await environment.fundWallet(500)
    const [orders, balance] = [await environment.countOrders(), await environment.balance()]
    const page = await open('asha', address)
    await fillIn(page, forNewPlayer(wallet))
    await whileItemIs(diamonds, { discountedPaise: 119_00 }, async () => {
      const { buy } = productPage(page)
      await buy.click()
      await expect(page.getByText(/The price is now\s*₹119/)).toBeVisible()
      await expect(page.locator('.tot')).toContainText('₹119')
      expect(await environment.countOrders()).toBe(orders)
      expect(await environment.balance()).toBe(balance)
      await buy.click()
      await expect(page).toHaveURL(/\/confirmation\?client_txn_id=/)
    })
    expect(await environment.countOrders()).toBe(orders + 1)
    expect(Math.round((balance - (await environment.balance())) * 100)).toBe(119_00)
  })

  test('the session has ended at BUY NOW: a login, and the order continues as it was filled in', async ({
    open,
  }) => {
    const page = await open('ravi', address)
    const wish = forNewPlayer(diamonds)
    await fillIn(page, wish)
    await expireSessions(emailOf('ravi'))
    forgetSession('ravi')
    const { buy, first, second, item, method, who } = productPage(page)
    await buy.click()
    // The page may have been notified before the tap: then it says so without requesting the order.
    const message = page.getByText(/^(Session expired! Please re-login to proceed\.|You’re signed out\.)/)
    await expect(message.first()).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
    await page.getByLabel('Email').fill(emailOf('ravi'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(item(diamonds.item)).toBeChecked()
    await expect(method('UPI')).toBeChecked()
    await expect(first).toHaveValue(wish.input1)
    await expect(second).toHaveValue(diamonds.input2)
    await expect(who).toContainText('Username:')
    await buy.click()
    await expect(page.getByRole('img', { name: /^QR code to pay ₹104/ })).toBeVisible()
  })

  test('offline during the delivery: the page says so, and is right when it is online again', async ({
    open,
    environment,
  }) => {
    const id = await environment.buy(diamonds)
    // From here: a check of the player's id would not wait for it.
    await environment.set('smileone', { delayMs: 5_000 })
    const page = await open('asha', `/confirmation?client_txn_id=${id}`)
    await environment.pay(id)
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await page.context().setOffline(true)
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await expect.poll(() => environment.statusOf(id)).toBe('Completed')
    await expect(page.locator('.order-head .st')).toHaveText('Processing')
    await page.context().setOffline(false)
    await page.locator('.order-head .st', { hasText: 'Completed' }).waitFor({ timeout: 2_000 })
    await expect(page.getByText('You’re offline.')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: /^Delivered in/ })).toBeVisible()
  })

  test('E22 the whole buying path by keyboard alone, each stop marked and under no bar', async ({
    open,
    environment,
  }) => {
    const { input1 } = forNewPlayer(diamonds)
    const page = await open('asha', '/home')
    const trending = page.getByRole('region', { name: 'Trending', exact: true })
    await expect(trending.getByRole('link', { name: /^Mobile Legends/ })).toBeVisible()
    await tabTo(page, trending.getByRole('link', { name: /^Mobile Legends/ }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Mobile Legends', exact: true })).toBeVisible()
    const { item, first, second, check, who, method, buy } = productPage(page)
    await tabTo(page, page.getByRole('radiogroup', { name: 'Items' }).getByRole('radio').first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(item(diamonds.item)).toBeChecked()
    await tabTo(page, first)
    await page.keyboard.type(input1)
    await tabTo(page, second)
    await page.keyboard.type(diamonds.input2)
    await tabTo(page, check)
    await page.keyboard.press('Enter')
    await expect(who).toContainText('Username:')
    await tabTo(page, method('UPI'))
    await page.keyboard.press('Space')
    await tabTo(page, buy)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/pay\?client_txn_id=/)
    const id = txnOf(page)
    await environment.set('upigateway', { webhook: { lost: true } })
    const paid = page.getByRole('button', { name: 'I have paid' })
    // While the page loads, only its footer is reachable by Tab, and is then pushed below the window.
    await expect(paid).toBeVisible()
    await tabTo(page, paid)
    await environment.pay(id)
    await page.keyboard.press('Enter')
    await expect(page.locator('.order-head .st')).toHaveText('Completed')
    await tabTo(page, page.getByRole('link', { name: 'Buy again' }))
    await page.keyboard.press('Enter')
    await expect(first).toHaveValue(input1)
  })
})
