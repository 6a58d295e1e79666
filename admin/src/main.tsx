import './admin.css'
import { createServices } from '@jhatpat/shared/browser/services.tsx'
import { followOtherTabs } from '@jhatpat/shared/browser/session.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app/app.tsx'
import { realBrowser } from './lib/browser.tsx'

const services = createServices()
followOtherTabs(services.store)
const root = document.getElementById('root')
if (root) {
  const app = <App services={services} browser={realBrowser} />
  const router = createBrowserRouter([{ path: '*', element: app }], { basename: '/admin' })
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
