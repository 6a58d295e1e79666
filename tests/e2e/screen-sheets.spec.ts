import { ordersOf, visit, withIds } from './kit/route-orders.ts'
import { membersRoutes, staffRoutes, visitorsRoutes } from './kit/routes.ts'
import { screenSheet, takesSheets } from './kit/screen-sheet.ts'
import { test } from './kit/test.ts'

// `npm run pictures -- --sheets`: every other test takes pictures of states that it needs itself.
if (takesSheets) {
  for (const [who, routes, languages] of [
    ['visitor', visitorsRoutes, ['en', 'hi']],
    ['asha', membersRoutes, ['en', 'hi']],
    ['meera', staffRoutes, ['en']],
  ] as const)
    test(`the screens of ${who}, in all sizes and languages`, async ({ open, environment }) => {
      test.setTimeout(20 * 60_000)
      const ids = await ordersOf(environment)
      const page = await open(who, '/home')
      for (const [name, path] of Object.entries(routes)) {
        await screenSheet(page, { name, languages, show: () => visit(page, withIds(path, ids)) })
      }
    })
}
