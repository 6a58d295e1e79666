import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { deferScripts } from '../scripts/building/defer-scripts.ts'
import { mergeChunks } from '../scripts/building/merge-chunks.ts'
import { serviceWorkerManifest } from '../scripts/building/service-worker-manifest.ts'
import { withoutSummaries } from '../scripts/building/without-summaries.ts'

const api = process.env.API_URL ?? 'http://localhost:3001'
const admin = process.env.ADMIN_DEV_URL

const feature = (name: string) => `src/features/${name}.tsx`
const screen = (name: string) => feature(`${name}-screen`)

/**
 * In development this server is the entry: it forwards calls to the api and /admin to the admin app's server.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    react(),
    deferScripts(),
    withoutSummaries(),
    serviceWorkerManifest({
      worker: 'src/worker/service-worker.ts',
      withLater: [
        'src/features/home/home-screen.tsx',
        'src/features/home/cached-home.ts',
        'src/features/shell/offline-features.tsx',
        'src/lib/calls.ts',
        '../shared/browser/http-client.ts',
        '../shared/ui/load-state.tsx',
      ],
      pictures: ['/art/gift-card.svg', '/art/logo.svg', '/art/mark.svg', '/art/spot-offline.svg'],
      // The Devanagari fonts are cached at first use.
      assets: /\/start-|(anek-latin|hanken-grotesk|rupee)[^/]*\.woff2$/,
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The content security policy lets fonts come from files only.
    assetsInlineLimit: 0,
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|react-router|scheduler|jotai|@tanstack)\/|vite\/preload-helper/,
              priority: 9,
            },
            ...mergeChunks({
              root: import.meta.dirname,
              entry: 'index.html',
              first: [screen('home/home'), screen('product/product'), screen('order-status/confirmation')],
              shared: {
                few: [
                  feature('product/purchase-panel'),
                  feature('order-status/order-page'),
                  screen('payment/pay'),
                ],
                entry: ['src/app/sign-in-routes.tsx'],
              },
            }),
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    proxy: {
      '/api': api,
      '/media': api,
      '/ops': api,
      '/docs': api,
      '/healthz': api,
      '/readyz': api,
      '/socket.io': { target: api, ws: true },
      ...(admin ? { '/admin': { target: admin, ws: true } } : {}),
    },
  },
})
