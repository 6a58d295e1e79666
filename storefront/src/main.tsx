import { createServices } from '@jhatpat/shared/browser/services.tsx'
import '@jhatpat/shared/ui/css/storefront.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ShopApp } from './app/shop-app.tsx'
import { startLanguage } from './lib/language.ts'
import './shop.css'

// The calls with their schemas and their client are on their way before anything is drawn; nothing waits for them here.
import('./lib/calls.ts').catch(() => undefined)
import('@jhatpat/shared/browser/http-client.ts').catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <ShopApp services={createServices()} />
    </StrictMode>,
  )
const language = startLanguage()
if (language) void language.then(draw)
else draw()
