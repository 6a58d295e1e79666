import { type Services, ServicesProvider } from '@jhatpat/shared/browser/services.tsx'
import { type AnchorProps, Links } from '@jhatpat/shared/ui/links.tsx'
import { useLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { Toasts } from '@jhatpat/shared/ui/toast.tsx'
import { Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { pathInside } from '../lib/addresses.ts'
import { RouterLink } from '../lib/router-link.tsx'
import { ShopRoutes } from './routes.tsx'

/** The whole storefront; `services` are its connections to the outside. */
export function ShopApp({ services }: { services: Services }) {
  // The whole app renders again when the language changes; typed input stays.
  useLanguage()
  return (
    <ServicesProvider services={services}>
      <BrowserRouter>
        <Links as={ShopLink}>
          <Suspense>
            <ShopRoutes />
          </Suspense>
          <Toasts />
        </Links>
      </BrowserRouter>
    </ServicesProvider>
  )
}

function ShopLink({ href, ...rest }: AnchorProps) {
  const path = pathInside(href)
  if (path === undefined) {
    const { children, ...anchor } = rest
    return (
      <a href={href} {...anchor}>
        {children}
      </a>
    )
  }
  return <RouterLink to={path} {...rest} />
}
