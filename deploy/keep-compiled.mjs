/**
 * Loads the modules of the processes, so that Node's compile cache is stored in the image
 * (NODE_COMPILE_CACHE): processes start in half the time and never load the TypeScript compiler. The cache
 * is valid only for the same Node options and user.
 */
import { flushCompileCache, getCompileCacheDir } from 'node:module'

const loaded = [
  'shared/platform/env.ts',
  'shared/platform/mongo-clock.ts',
  'shared/platform/shutdown-on-signal.ts',
  'shared/platform/start-failure-message.ts',
  'api/src/start-api.ts',
  'api/src/ops/queue-board.ts',
  'api/src/http/openapi.ts',
  'workers/src/create-deps.ts',
  'workers/src/health.ts',
  'workers/src/start-workers.ts',
]

if (!getCompileCacheDir()) throw new Error('NODE_COMPILE_CACHE names no folder that can be written.')
for (const path of loaded) await import(new URL(`../${path}`, import.meta.url).href)
flushCompileCache()
process.exit(0)
