import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../known.ts'

export const DelayStrip = lazyComponent(() => import('./delay-strip.tsx'))

/** Resolves when the page's initial data about delays can be rendered with it: at once if there is none. */
export async function arriveDelays(queries: QueryClient): Promise<void> {
  if (queries.getQueryData<Delay[]>(keys.delays)?.length) await DelayStrip.preload().catch(() => undefined)
}
