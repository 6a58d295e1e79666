import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * axe finds nothing on the page as it stands. Our pages have no frames of others, so it looks in the page itself, and it
 * details nothing that is as it should be: both together take a quarter of the time.
 */
export async function checkAxe(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(found, page.url()).toEqual([])
}
