import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { routerInPart } from '../scripts/building/router-in-part.ts'

/** In development the storefront's server stands in front and passes `/admin` on to this one. */
const port = Number(new URL(process.env.ADMIN_DEV_URL ?? 'http://127.0.0.1:5174').port || 80)
const api = process.env.API_URL
const toApi: ProxyOptions | undefined = api ? { target: api, changeOrigin: false } : undefined

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react(), routerInPart()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // Every browser we build for knows modulepreload.
    modulePreload: { polyfill: false },
    // What three screens share is one file: many small ones compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', minShareCount: 3, test: isForAll }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    ...(toApi
      ? {
          proxy: {
            '/api': toApi,
            '/media': toApi,
            '/art': toApi,
            '/socket.io': { ...toApi, ws: true },
          },
        }
      : {}),
  },
})

/** What only the catalogue's screens share is no part of what every screen waits for. */
function isForAll(id: string): boolean {
  const own = [
    'react-hook-form',
    'features/goods/',
    'ui/item-grid.',
    'ui/product-card.',
    'lib/images.',
    'lib/delete-dialog.',
  ]
  const contracts = ['admin-items', 'admin-products', 'admin-gallery', 'goods-fields']
  return ![...own, ...contracts.map((name) => `contracts/${name}.`)].some((part) => id.includes(part))
}
