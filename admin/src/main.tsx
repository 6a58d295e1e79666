import '@jhatpat/shared/ui/css/admin.css'
import './admin.css'
import { createServices } from '@jhatpat/shared/browser/services.tsx'
import { followOtherTabs } from '@jhatpat/shared/browser/session.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { realBrowser } from './lib/browser.tsx'

const services = createServices()
followOtherTabs(services.store)
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter basename="/admin">
        <App services={services} browser={realBrowser} />
      </BrowserRouter>
    </StrictMode>,
  )
}
