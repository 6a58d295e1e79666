import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server's renderer, as one file: it runs where no package of this app is installed. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/first/server-render.tsx',
    // Next to the app, in a folder whose name keeps it from being served.
    outDir: 'dist/.server',
    copyPublicDir: false,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
