import { type Services, ServicesProvider } from '@jhatpat/shared/browser/services.tsx'
import { Toasts } from '@jhatpat/shared/ui/toast.tsx'
import { RouterProvider, type RouterProviderProps } from 'react-router-dom'
import { type Browser, BrowserProvider } from '../lib/browser.tsx'

export type AppProps = { services: Services; browser: Browser; router: RouterProviderProps['router'] }

/** The admin app, with everything it reaches outside handed in. */
export function App({ services, browser, router }: AppProps) {
  return (
    <ServicesProvider services={services}>
      <BrowserProvider browser={browser}>
        <RouterProvider router={router} />
        <Toasts />
      </BrowserProvider>
    </ServicesProvider>
  )
}
