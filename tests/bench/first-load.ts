import { weighApp } from '../../scripts/building/first-load-size.ts'
import { linesOf } from './kit/rows.ts'
import type { Row, Suite } from './kit/suite.ts'

const feature = (name: string) => `src/features/${name}.tsx`

/**
 * What is loaded before a screen is shown. The board is the admins' first screen, the users' screen the
 * heaviest.
 */
const screens = {
  storefront: [
    feature('home/home-screen'),
    feature('product/product-screen'),
    feature('order-status/confirmation-screen'),
  ],
  admin: [feature('board/board-screen'), feature('users/users-screen')],
} as const
const maxKb = { storefront: 115, admin: 179 }
/** Lazily loaded by name, but needed by every screen of the back office. */
const client = { storefront: [], admin: ['../shared/browser/http-client.ts'] }

/** The size tests check the same limits; here are the figures. */
export const firstLoad: Suite = {
  about: 'JavaScript that is loaded before a screen draws itself',
  run: async () => {
    const rows: Row[] = []
    for (const app of ['storefront', 'admin'] as const) {
      const weighed = await weighApp(app)
      for (const screen of screens[app]) {
        const kb = (await weighed.bytesOf(screen, ...client[app])) / 1_000
        rows.push(
          linesOf('P6').max(
            `${app}, ${screen.split('/').at(-1)?.replace('.tsx', '')}, kB gz`,
            kb,
            maxKb[app],
          ),
        )
      }
      await weighed.remove()
    }
    return { rows, detail: maxKb }
  },
}
