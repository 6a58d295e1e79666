import { expect, test } from './kit/test.ts'

test.use({ storageState: { cookies: [], origins: [] } })

test.describe('the popup on the home page', () => {
  test('HOME-03 HOME-05 HOME-06 opens its address in a new tab', async ({ page, context }) => {
    await page.goto('/home')
    const popup = page.getByRole('dialog')
    const button = popup.getByRole('link', { name: 'Get the Weekly Pass' })
    await expect(button).toBeFocused()
    const opened = context.waitForEvent('page')
    await button.click()
    await expect(await opened).toHaveURL(/\/product\/mobile-legends$/)
    await expect(page).toHaveURL(/\/home$/)
    await expect(popup).toHaveCount(0)
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(popup).toHaveCount(0)
  })

  test('E24 HOME-07 closes by Esc, the cross and the backdrop, and does not appear again that day', async ({
    page,
  }) => {
    const popup = page.getByRole('dialog')
    for (const [way, close] of [
      ['Esc', () => page.keyboard.press('Escape')],
      ['the cross', () => popup.getByRole('button', { name: 'Close' }).click()],
      ['the backdrop', () => page.mouse.click(8, 300)],
    ] as const) {
      await page.goto('/home')
      await expect(popup, way).toBeVisible()
      await close()
      await expect(popup, way).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('region', { name: 'Discounts' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(popup, way).toHaveCount(0)
      await page.evaluate('localStorage.clear()')
    }
  })

  test('E24 keeps the focus while open, gives it back, and comes after the first paint', async ({ page }) => {
    await page.goto('/home')
    const popup = page.getByRole('dialog')
    await expect(popup).toBeVisible()
    const painted = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity",
    )
    const fetched = await page.evaluate<number>(
      "performance.getEntriesByType('resource').find(({ name }) => /popup-ad/.test(name)).startTime",
    )
    expect(painted).toBeLessThan(fetched)
    for (let tabs = 0; tabs < 5; tabs += 1) {
      await page.keyboard.press('Tab')
      // After the last link the browser's own bar has the focus.
      expect(
        await page.evaluate(
          "document.activeElement === document.body || !!document.activeElement.closest('dialog')",
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  })
})
