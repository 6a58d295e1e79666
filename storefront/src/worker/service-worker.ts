import type { Release } from './precache-shell.ts'
import { runWorker } from './run-worker.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Inserted by the build (`scripts/building/service-worker-manifest.ts`). */
declare const __RELEASE__: Release

runWorker(globalThis as unknown as WorkerScope, __RELEASE__)
