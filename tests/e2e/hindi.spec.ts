import AxeBuilder from '@axe-core/playwright'
import { diamonds } from './kit/environment.ts'
import { picture } from './kit/picture.ts'
import { txnOf } from './kit/product-page.ts'
import { expect, phone, test } from './kit/test.ts'

/**
 * Used only by this test: a second order of the same item for one player within two minutes is confirmed
 * first.
 */
const player = '612000077'

test.describe('in Hindi', () => {
  test('a customer buys from home to the delivery, on the narrowest phone, and loses nothing by changing the language', async ({
    open,
    environment,
  }) => {
    const page = await open('asha', '/home', { ...phone, viewport: { width: 320, height: 700 } })
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
    })
    await page.reload()
    await expect(page.getByRole('region', { name: 'Trending', exact: true })).toBeVisible()
    await page.evaluate('document.fonts.ready.then(() => true)')
    // The button's own letters have their own font file; an English page fetches no other.
    expect(fonts.filter((path) => path.includes('devanagari'))).toEqual([])

    await page.getByRole('button', { name: /में देखें$/ }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
    await expect.poll(() => fonts.filter((path) => path.includes('devanagari')).length).toBe(2)
    await fits()
    await picture(page, 'home-hi')

    await page
      .getByRole('region', { name: 'ट्रेंडिंग', exact: true })
      .getByText('Mobile Legends', { exact: true })
      .click()
    await page.getByRole('radio', { name: new RegExp(`^${diamonds.item}`) }).click()
    await page.getByLabel('User ID').fill(player)
    await page.getByLabel('Zone ID').fill(diamonds.input2)
    await page.getByRole('button', { name: /^View in/ }).click()
    await expect(
      page.getByRole('button', { name: 'BUY NOW' }).filter({ visible: true }).first(),
    ).toBeVisible()
    await page.getByRole('button', { name: /में देखें$/ }).click()
    await expect(page.getByLabel('User ID')).toHaveValue(player)
    await expect(page.getByLabel('Zone ID')).toHaveValue(diamonds.input2)
    await page.getByRole('button', { name: 'चेक करें' }).click()
    await expect(page.locator('.player')).toContainText(/यूज़रनेम: \w+/)
    await page.getByRole('radio', { name: /^UPI/ }).click()
    await fits()
    await picture(page, 'product-hi')
    await page.getByRole('button', { name: 'अभी खरीदें' }).filter({ visible: true }).first().click()

    await expect(page.getByRole('button', { name: 'मैंने पे कर दिया' })).toBeVisible()
    await page.addInitScript(watchForEnglish)
    await page.reload()
    await expect(page.getByRole('button', { name: 'मैंने पे कर दिया' })).toBeVisible()
    expect(await page.evaluate('window.englishSeen')).toEqual([])
    await fits()
    await picture(page, 'pay-hi')
    await environment.pay(txnOf(page))
    await expect(page.locator('.order-head .st')).toHaveText('पूरा हुआ')
    await expect(page.getByRole('heading', { level: 1, name: /^\d+ सेकंड में डिलीवर$/ })).toBeVisible()
    await fits()
    await picture(page, 'confirmation-hi')
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

    async function fits() {
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  })
})

/** Records each English text of a rendered frame, however short it is shown. */
const watchForEnglish = `
  window.englishSeen = []
  new MutationObserver(() => {
    const text = document.body ? document.body.textContent : ''
    for (const words of ['Skip to content', 'Pay by UPI', 'I have paid'])
      if (text.includes(words)) window.englishSeen.push(words)
  }).observe(document, { childList: true, subtree: true, characterData: true })
`
