import type { InitialData } from '@jhatpat/shared/contracts/initial-data.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'

export const HomeScreen = lazyComponent(() => import('../features/home/home-screen.tsx'))
export const ProductScreen = lazyComponent(() => import('../features/product/product-screen.tsx'))
export const PayScreen = lazyComponent(() => import('../features/payment/pay-screen.tsx'))
export const ConfirmationScreen = lazyComponent(
  () => import('../features/order-status/confirmation-screen.tsx'),
)
export const AccountRoutes = lazyComponent(() => import('./account-routes.tsx'))
export const SignInRoutes = lazyComponent(() => import('./sign-in-routes.tsx'))

type FirstPage = {
  path: RegExp
  /** Its address in the server's render, if all that it shows loads later. */
  as?: string
  forMembers?: true
  /** The screen. */
  screen: { preload: () => Promise<unknown> }
  /** Its source files, which the page preloads before the app's script asks for them. */
  scripts: string[]
  /** Data without which the server does not render the page. */
  needs?: keyof InitialData
}

const feature = (name: string) => `src/features/${name}.tsx`
const calls = ['src/lib/calls.ts', '../shared/browser/http-client.ts']

/** The pages on which visits begin. */
export const firstPages: FirstPage[] = [
  {
    path: /^\/(home)?$/,
    screen: HomeScreen,
    scripts: [feature('home/home-screen')],
    needs: 'homeProducts',
  },
  {
    path: /^\/product\/[^/]+\/?$/,
    screen: ProductScreen,
    scripts: [feature('product/product-screen'), feature('product/purchase-panel')],
    needs: 'product',
  },
  {
    path: /^\/confirmation$/,
    as: '/confirmation?client_txn_id=-',
    forMembers: true,
    screen: ConfirmationScreen,
    scripts: [feature('order-status/confirmation-screen'), feature('order-status/order-page'), ...calls],
  },
  {
    path: /^\/pay$/,
    as: '/pay?client_txn_id=-',
    forMembers: true,
    screen: PayScreen,
    scripts: [feature('payment/pay-screen'), ...calls],
  },
  {
    path: /^\/login$/,
    screen: SignInRoutes,
    scripts: ['src/app/sign-in-routes.tsx'],
  },
]

export const firstPageAt = (pathname: string) => firstPages.find(({ path }) => path.test(pathname))

/**
 * Resolves when the page at a path can render at once, or its script failed to load: then its place shows the
 * error.
 */
export async function arriveAt(pathname: string): Promise<void> {
  await firstPageAt(pathname)
    ?.screen.preload()
    .catch(() => undefined)
}
