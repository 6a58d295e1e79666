import { Links } from '@jhatpat/shared/ui/links.tsx'
import { Outlet, type RouteObject } from 'react-router-dom'
import { Shell } from '../features/shell/shell.tsx'
import { SignInGuard } from '../features/sign-in-guard/sign-in-guard.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { screens } from './nav.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RouterAnchor } from './router-anchor.tsx'

export const routes: RouteObject[] = [
  {
    element: (
      <SignInGuard>
        <Links as={RouterAnchor}>
          <Shell screens={screens}>
            <Outlet />
          </Shell>
        </Links>
      </SignInGuard>
    ),
    errorElement: <CrashScreen />,
    children: [
      ...screens.map(({ path, screen: Screen }) => ({ path, element: <Screen /> })),
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]
