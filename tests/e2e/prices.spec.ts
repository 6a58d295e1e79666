import type { Locator } from '@playwright/test'
import { expect, test } from './kit/test.ts'

test('the price screen stays where it was when prices are applied, and when they are rolled back', async ({
  open,
}) => {
  const page = await open('meera', '/admin/price')
  const cell = page.getByLabel(/^Price of /).nth(25)
  await cell.scrollIntoViewIfNeeded()
  await cell.evaluate((input) => input.scrollIntoView({ block: 'center' }))
  const top = async () => Math.round((await cell.boundingBox())?.y ?? 0)
  const before = await cell.inputValue()
  await cell.fill(String(Number(before) - 1))
  const at = await top()
  // By the mouse: the test's own click would scroll to a button that sticks to the edge.
  const press = async (button: Locator) => {
    const box = await button.boundingBox()
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  }
  await press(page.getByRole('button', { name: 'Apply now' }))
  const undo = page.getByRole('region', { name: 'Prices changed, can be undone' })
  await expect(undo).toBeVisible()
  expect(Math.abs((await top()) - at), 'while it can be undone').toBeLessThan(3)
  const dock = page.getByRole('region', { name: 'Prices changed', exact: true })
  await expect(dock).toBeVisible()
  expect(Math.abs((await top()) - at), 'applied').toBeLessThan(3)

  await press(dock.getByRole('button', { name: 'Roll back' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Prices rolled back, can be undone' })).toBeVisible()
  await expect(dock).toBeHidden()
  await expect(cell).toHaveValue(before)
  expect(Math.abs((await top()) - at), 'rolled back').toBeLessThan(3)
})
