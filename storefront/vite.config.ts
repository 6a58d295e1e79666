import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_URL ?? 'http://localhost:3001'
const admin = process.env.ADMIN_DEV_URL

/** In development this server stands in front: it passes calls to the api and /admin to the admin app's server. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // React Router names its components by property writes, which keeps the unused ones in the bundle.
    rolldownOptions: { treeshake: { propertyReadSideEffects: false, propertyWriteSideEffects: false } },
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
