import type { Locator, Page } from '@playwright/test'
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

  test('NAV-24 Support in the bottom bar offers the chat, the messaging app and the address', async ({
    open,
  }) => {
    const page = await open('asha', '/home', phone)
    const bar = page.getByRole('navigation', { name: 'Account' })
    await bar.getByRole('button', { name: 'Support' }).click()
    const option = (name: RegExp) => page.getByRole('dialog', { name: 'Support' }).getByRole('link', { name })
    const text = await whoWrites(page)
    expect(await chatOf(option(/^Chat/))).toEqual({ address: 'https://example.com/chat', text })
    expect(await chatOf(option(/^Messaging app/))).toEqual({ address: 'https://wa.me/910000000000', text })
    await expect(option(/^Write to us/)).toHaveAttribute('href', /^mailto:support@example\.com\b/)
  })

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
