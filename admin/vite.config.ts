import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { mergeChunks } from '../scripts/building/merge-chunks.ts'
import { withoutSummaries } from '../scripts/building/without-summaries.ts'

/** In development the storefront's server is in front and proxies `/admin` to this one. */
const port = Number(new URL(process.env.ADMIN_DEV_URL ?? 'http://127.0.0.1:5174').port || 80)
const api = process.env.API_URL
const toApi: ProxyOptions | undefined = api ? { target: api, changeOrigin: false } : undefined

const feature = (name: string) => `src/features/${name}.tsx`

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react(), withoutSummaries()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // All supported browsers have modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...mergeChunks({
              root: import.meta.dirname,
              entry: 'index.html',
              first: [],
              // By default the bundler would split an expanded row and the board into a dozen
              // files.
              shared: {
                // How orders are decided, for the board and an order's page alone.
                decisions: [
                  'src/features/board/use-board-commands.ts',
                  'src/features/board/use-board-actions.ts',
                  'src/features/board/use-board-calls.ts',
                ],
                board: [feature('board/board-screen')],
                // The forms of dialogs, which no table needs before its rows are shown.
                dialogs: ['src/lib/form-dialog.tsx', 'src/lib/use-send.ts', '../shared/ui/text-area.tsx'],
                reasons: ['src/lib/reason-dialog.tsx'],
                // The schemas, with what most screens import along with them.
                schemas: [feature('needs-attention/maintenance-screen')],
                lists: [feature('approvals/approvals-screen')],
                // What all tables consist of.
                tables: [feature('users/users-screen')],
              },
            }),
          ],
        },
      },
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
