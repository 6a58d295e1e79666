import { createServices } from '@jhatpat/shared/browser/services.tsx'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { arriveAt } from './app/screens.ts'
import { ShopApp } from './app/shop-app.tsx'
import { arriveDelays } from './lib/delays/delay-slot.ts'
import { keepInstallPrompt } from './lib/install/install-prompt.ts'
import { hydrateCache } from './lib/known.ts'
import { startLanguage } from './lib/language.ts'
import { setVisitorCookies } from './lib/visitor-cookies.ts'
import './shop.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const services = createServices()
hydrateCache(services.queries, location.pathname)
setVisitorCookies(services.store)
keepInstallPrompt(services.store)

/** In a transition, so that a tap or a scroll in between is answered. */
const render = () => {
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <ShopApp services={services} />
      </StrictMode>,
    )
  })
  whenIdle(() => {
    import('./lib/calls.ts').catch(() => undefined)
    import('@jhatpat/shared/browser/http-client.ts').catch(() => undefined)
  })
}

/**
 * The calls with their schemas and their client are evaluated after the initial render, unless needed
 * earlier.
 */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 3_000 }) : setTimeout(act, 500)
void Promise.all([startLanguage(), arriveAt(location.pathname), arriveDelays(services.queries)]).then(render)
