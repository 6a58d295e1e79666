import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../known.ts'

export const DelayStrip = lazyComponent(() => import('./delay-strip.tsx'))

/** Ends when what the server has written into the page about delays can be drawn with it: at once where that is nothing. */
export async function arriveDelays(queries: QueryClient): Promise<void> {
  if (queries.getQueryData<Delay[]>(keys.delays)?.length) await DelayStrip.arrive().catch(() => undefined)
}
