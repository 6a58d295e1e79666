import type { Locator, Page } from '@playwright/test'
import { checkFits } from './kit/layout-fits.ts'
import { picture } from './kit/picture.ts'
import { expect, phone, test } from './kit/test.ts'

/** The customer, as the prepared messages name them. */
const whoWrites = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { name, mobilenumber, email } = JSON.parse(localStorage.getItem('user') ?? '{}')
    return `Name: ${name}\nMobile: ${mobilenumber}\nEmail: ${email}`
  })

/** A chat's address, and its prepared message. */
async function chatOf(link: Locator): Promise<{ address: string; text: string | undefined }> {
  const { origin, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '')
  return { address: origin + pathname, text: searchParams.get('text')?.trim() }
}

test.describe('the contact options of the shop in its demo', () => {
  test('NAV-10 NAV-11 Contact in the menu of phones opens the chat with the customer’s name', async ({
    open,
  }) => {
    const page = await open('asha', '/home', phone)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const contact = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact' })
    const text = await whoWrites(page)
    expect(text).toMatch(/^Name: Asha.*\nMobile: \d{10}\nEmail: asha@jhatpat\.test$/)
    expect(await chatOf(contact)).toEqual({ address: 'https://example.com/chat', text })
    await expect(contact).toHaveAttribute('target', '_blank')
    await expect(contact).toHaveAttribute('rel', /noopener/)
  })

  test('NAV-24 Support in the bottom bar offers the chat, WhatsApp and the address', async ({ open }) => {
    const page = await open('asha', '/home', phone)
    const bar = page.getByRole('navigation', { name: 'Account' })
    await bar.getByRole('button', { name: 'Support' }).click()
    const option = (name: RegExp) => page.getByRole('dialog', { name: 'Support' }).getByRole('link', { name })
    const text = await whoWrites(page)
    expect(await chatOf(option(/^Chat/))).toEqual({ address: 'https://example.com/chat', text })
    expect(await chatOf(option(/^WhatsApp/))).toEqual({ address: 'https://wa.me/910000000000', text })
    await expect(option(/^Write to us/)).toHaveAttribute('href', /^mailto:support@example\.com\b/)
  })

  for (const width of [320, 360]) {
    test(`the support sheet shows each option in full on a phone of ${width} px`, async ({ open }) => {
      const page = await open('asha', '/home', { ...phone, viewport: { width, height: 780 } })
      await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Support' }).click()
      const sheet = page.getByRole('dialog', { name: 'Support' })
      await sheet.getByRole('link', { name: /^Write to us/ }).waitFor()
      const options = await sheet.getByRole('link').evaluateAll((links) =>
        links.map((link) => {
          const { height } = link.getBoundingClientRect()
          const text = link.querySelector('.grow')?.getBoundingClientRect()
          const icon = link.querySelector('svg')?.getBoundingClientRect()
          return {
            holdsItsText: text !== undefined && text.height < height,
            iconIsBeside: icon !== undefined && text !== undefined && icon.right <= text.left,
          }
        }),
      )
      expect(options).toHaveLength(4)
      for (const option of options) expect(option).toEqual({ holdsItsText: true, iconIsBeside: true })
      await picture(page, 'support')
      await checkFits(page, `at ${width} px`, 'dialog[open]')
    })
  }

  for (const [path, how] of [
    ['/home', 'drawn by the server'],
    ['/privacypage', 'drawn by the browser'],
  ] as const) {
    test(`NAV-26 the footer of a page ${how} shows the social links`, async ({ open }) => {
      const page = await open('visitor', path)
      const links = page.getByRole('contentinfo').getByRole('link', { name: /Instagram|YouTube|Telegram/ })
      await expect(links).toHaveText(['Instagram', 'YouTube', 'Telegram'])
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(hrefs).toEqual([
        'https://example.com/instagram',
        'https://example.com/youtube',
        'https://example.com/telegram',
      ])
    })
  }

  test('CONST-02 a support phone and a chat handle exist', async ({ request }) => {
    const reply = await request.get('/api/support')
    expect(await reply.json()).toMatchObject({
      phone: '910000000000',
      chat: 'https://example.com/chat',
      contact: 'support@example.com',
    })
  })
})
