import type { Random } from '../environment/random.ts'
import type { OrderWish, Wish } from '../load/plan.ts'

/** One fault. `index` selects the process, `at` counts from the start of the load. */
export type KillStep = { atMs: number } & (
  | { kind: 'kill'; target: 'api' | 'worker'; index: number; downMs: number }
  | { kind: 'kill'; target: 'redis'; downMs: number }
  | { kind: 'kill'; target: 'primary' }
  | { kind: 'flush' }
  | { kind: 'freeze'; index: number; forMs: number }
)

export type KillPlanSize = { seconds: number; apis: number; workers: number; lockMs: number }

type Draft = (random: Random, size: KillPlanSize) => Omit<KillStep, 'atMs'>

const killOf =
  (target: 'api' | 'worker'): Draft =>
  (random, { apis, workers }) => ({
    kind: 'kill',
    target,
    index: random.below(target === 'api' ? apis : workers),
    downMs: 200 + random.below(2_800),
  })
const killRedis: Draft = (random) => ({ kind: 'kill', target: 'redis', downMs: 200 + random.below(7_800) })
const stepDown: Draft = () => ({ kind: 'kill', target: 'primary' })
const flush: Draft = () => ({ kind: 'flush' })
const freeze: Draft = (random, { workers, lockMs }) => ({
  kind: 'freeze',
  index: random.below(workers),
  forMs: Math.round(lockMs * 1.2) + random.below(lockMs),
})

/** The faults of each plan; process, time and duration are drawn. */
const drafts: readonly Draft[] = [
  ...Array.from({ length: 5 }, () => killOf('worker')),
  ...Array.from({ length: 3 }, () => killOf('api')),
  killRedis,
  killRedis,
  stepDown,
  stepDown,
  flush,
  flush,
  freeze,
  freeze,
]

/** Pure: the same steps for the same seed, one in each equal part of the time. */
export function planKills(random: Random, size: KillPlanSize): KillStep[] {
  const [fromMs, toMs] = [3_000, size.seconds * 1_000 - 2_000]
  const partMs = (toMs - fromMs) / drafts.length
  return random.shuffled(drafts).map((draft, part) => {
    const atMs = Math.round(fromMs + part * partMs + random.below(partMs))
    return { atMs, ...draft(random, size) } as KillStep
  })
}

/** A planned fault of a simulator: it acts late, or answers late, up to one and a half times our time-out. */
export type LateAnswer = {
  outcome: 'ok'
  match: { userid: string }
  delayMs?: number
  replyDelayMs?: number
}

const oneIn = 9

/** Pure: the purchases that are made or answered late, by supplier. */
export function planLateAnswers(
  random: Random,
  wishes: readonly Wish[],
  timeoutMs: number,
): Record<'smileone' | 'moogold', LateAnswer[]> {
  const late = (listings: readonly OrderWish['listing'][]) =>
    wishes.flatMap((wish) => {
      if (wish.kind !== 'order' || wish.trouble !== 'none' || !listings.includes(wish.listing)) return []
      const isLate = random.below(oneIn) === 0
      const ms = Math.round(timeoutMs * (0.5 + random.below(1_000) / 1_000))
      const isActedLate = random.below(2) === 0
      if (!isLate) return []
      const fault = { outcome: 'ok', match: { userid: wish.player } } as const
      return [isActedLate ? { ...fault, delayMs: ms } : { ...fault, replyDelayMs: ms }]
    })
  return { smileone: late(['diamonds', 'bundle']), moogold: late(['crystals']) }
}
