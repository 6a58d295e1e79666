import { type Explained, explain } from '@jhatpat/shared/contracts/explanations.ts'
import type { UnclearBatch, UnclearPurchase } from '@jhatpat/shared/contracts/unclear-batches.ts'
import { pointsNumber } from '../../../lib/points.ts'
import type { Answer } from './use-unclear.ts'

export type Answers = ReadonlyMap<string, Answer>

/** A set of purchases as text: its letter, members and sum, and whether it agrees with the answers. */
export type ShownSet = { letter: string; text: string; sum: string; isLive: boolean; keys: string[] }

/** Whether a purchase arrived, as answered on the server or chosen in this card. */
export const arrivalOf = ({ key, arrived }: UnclearPurchase, answers: Answers): boolean | undefined => {
  const answer = answers.get(key)
  return arrived ?? (answer && answer === 'delivered')
}

/** The sets that agree with the chosen answers; undefined where nothing can be concluded. */
export function explainWith(batch: UnclearBatch, answers: Answers) {
  const { left, tolerance, purchases, inconclusiveReason } = batch
  if (inconclusiveReason || left === null) return undefined
  const explained = explain({
    left: inParts(left),
    tolerance: inParts(tolerance),
    purchases: purchases.map((purchase) => ({
      key: purchase.key,
      cost: purchase.coins === null ? undefined : inParts(purchase.coins),
      arrived: arrivalOf(purchase, answers),
    })),
  })
  return explained.kind === 'sets' ? explained : undefined
}

export type Sets = Extract<Explained, { kind: 'sets' }>

const inParts = (coins: number) => Math.round(coins * 10_000)

/** How many are listed; the rest is counted. */
const maxListed = 12

export function shownSets({ sets, purchases }: UnclearBatch, live: Sets | undefined): ShownSet[] {
  const remaining = new Set(
    live?.sets.map(({ parts }) => markOf(parts.map(({ cost, count }) => [cost, count]))),
  )
  const item = new Map(purchases.map((purchase) => [purchase.key, purchase.item]))
  return sets.slice(0, maxListed).map(({ parts }, index) => ({
    letter: String.fromCharCode(65 + index),
    text: parts.map((part) => partText(part, item)).join(' + ') || 'None of them',
    sum: parts
      .flatMap(({ coins, count }) => Array.from({ length: count }, () => pointsNumber(coins)))
      .join(' + '),
    isLive: remaining.has(markOf(parts.map(({ coins, count }) => [inParts(coins), count]))),
    keys: parts.flatMap(({ keys }) => keys),
  }))
}

/** Equal costs count as one, however they are split into answered and open. */
function markOf(parts: (readonly [number, number])[]): string {
  const counts = new Map<number, number>()
  for (const [cost, count] of parts) counts.set(cost, (counts.get(cost) ?? 0) + count)
  return [...counts].toSorted(([a], [b]) => a - b).join(' ')
}

type Part = UnclearBatch['sets'][number]['parts'][number]

function partText({ count, of, keys }: Part, item: ReadonlyMap<string, string>): string {
  const names = [...new Set(keys.map((key) => item.get(key) ?? ''))].join(' or ')
  return count === of ? keys.map((key) => item.get(key)).join(' + ') : `${count} of these ${of}: ${names}`
}

export type ChanceTexts = { text: string; kind: 'all' | 'some' | 'none' }

/** In how many of the remaining sets a purchase is: `In 1 of 2`. */
export function chanceTexts(chance: { in: number; of: number } | undefined): ChanceTexts {
  if (!chance) return { text: 'Unknown', kind: 'some' }
  if (chance.of === 0) return { text: 'No explanation', kind: 'none' }
  if (chance.in === 0) return { text: 'In none', kind: 'none' }
  if (chance.in < chance.of) return { text: `In ${chance.in} of ${chance.of}`, kind: 'some' }
  return { text: chance.of === 1 ? 'In the only explanation' : 'In all explanations', kind: 'all' }
}

/**
 * What is the same in all remaining sets, as answers: undelivered purchases are refunded unless
 * that is changed.
 */
export function certainAnswers(
  batch: UnclearBatch,
  live: Sets | undefined,
  answers: Answers,
): Map<string, Answer> {
  const certain = new Map<string, Answer>()
  if (!live || live.count === 0) return certain
  for (const purchase of batch.purchases) {
    const chance = live.chances.get(purchase.key)
    if (!chance || purchase.arrived !== null || answers.has(purchase.key)) continue
    if (chance.in === chance.of) certain.set(purchase.key, 'delivered')
    else if (chance.in === 0) certain.set(purchase.key, 'refund')
  }
  return certain
}

export type Verdict = { kind: 'ok' | 'warn' | 'bad'; title: string; text: string }

const inconclusiveTexts = {
  cost_unknown: 'The cost of one of these units in coins is unknown.',
  too_many: 'There are too many purchases.',
  too_small: 'One of them costs too little to be seen in the balance.',
  not_proven: 'The cost of these units isn’t confirmed yet: two purchases must show the same cost.',
  shared: 'Another buyer uses this account too.',
  not_read: 'The balance couldn’t be read.',
} as const satisfies Record<NonNullable<UnclearBatch['inconclusiveReason']>, string>

/** What the balance readings allow to be concluded, in a title and a sentence. */
export function verdictOf(
  { inconclusiveReason, left, count }: UnclearBatch,
  live: Sets | undefined,
  answered: number,
): Verdict {
  if (inconclusiveReason) {
    const text = `${inconclusiveTexts[inconclusiveReason]} Check the supplier’s own order list.`
    return { kind: 'warn', title: 'Nothing can be concluded from the coins', text }
  }
  const coins = pointsNumber(left ?? 0)
  if (!live || count === 0) {
    const text =
      'A unit may cost more now, or this account was used elsewhere. Paste the supplier’s list; an owner can override with a reason.'
    return { kind: 'bad', title: `No set of these purchases adds up to ${coins} coins`, text }
  }
  if (live.count === 1) {
    const title = answered > 0 ? 'The answers leave one explanation' : 'Only one set explains the drop'
    return { kind: 'ok', title, text: 'The other purchases were not made.' }
  }
  const text = 'Ask one of the players or paste the supplier’s list: each answer leaves fewer.'
  return { kind: 'warn', title: `${live.count} sets explain the drop, so coins alone can’t decide`, text }
}
