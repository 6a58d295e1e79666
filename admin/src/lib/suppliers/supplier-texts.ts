import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { dayTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { pointsNumber } from '../points.ts'

export const queried = 'Points fetched successfully'
export const queryFailed = 'Failed to fetch points'

const signs: Record<string, string> = { USD: '$', BRL: 'R$', PHP: '₱' }

/** `5,310 coins`, `$1,284.60`, `R$6.25`: an amount in a supplier's currency. */
export function amountText(amount: string, unit: string): string {
  const number = Number(amount)
  const sign = signs[unit]
  if (sign === undefined) return `${pointsNumber(number)} coins`
  const money = Math.abs(number).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${number < 0 ? '−' : ''}${sign}${money}`
}

/** `9 h 20 min`, `20 min`, `4 days`: how long a balance lasts; from ms. */
export function lastsText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'under a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 72) return `${Math.floor(hours / 24)} days`
  return hours >= 24 || minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** `31 s`, `4 min 10 s`, `19 min`: how long a delivery took. */
export function secondsText(seconds: number): string {
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 10 && seconds % 60 > 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`
}

/** `today, 11:19 pm`, for use within a sentence. */
export function whenText(at: string): string {
  const text = dayTime(at)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

export type Condition = {
  tone: 'completed' | 'processing' | 'refused'
  icon: 'circle-check' | 'triangle-alert' | 'pause' | 'wifi-off'
  text: string
}

const itemsText = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/**
 * The account's condition in two words, most serious first.
 * @param isOnHold an incident keeps its orders on hold
 */
export function conditionOf(supplierAccount: SupplierAccount, isOnHold: boolean): Condition {
  if (isOnHold) return { tone: 'refused', icon: 'pause', text: 'On hold' }
  const paused = supplierAccount.paused.filter(({ isOverridden }) => !isOverridden).length
  if (paused > 0) return { tone: 'refused', icon: 'pause', text: `${itemsText(paused)} paused` }
  if (supplierAccount.unresponsiveSince || supplierAccount.cooldownUntil)
    return { tone: 'refused', icon: 'wifi-off', text: 'Not responding' }
  if (supplierAccount.isLow) return { tone: 'processing', icon: 'triangle-alert', text: 'Low' }
  if (!supplierAccount.balance) return { tone: 'processing', icon: 'triangle-alert', text: 'No data yet' }
  return { tone: 'completed', icon: 'circle-check', text: 'Operational' }
}

/** The basis of the spend rate, shown below how long the balance lasts. */
export function spendRateText({ spendRate, unit, unresponsiveSince, balance }: SupplierAccount): string {
  if (spendRate.over === 'few' || spendRate.perHour === null) return 'Not enough data'
  const rate = amountText(spendRate.perHour, unit)
  if (unresponsiveSince && balance) return `from the balance at ${whenText(balance.readAt)}, ${rate}/hour`
  return spendRate.over === 'hour' ? `at this hour’s rate, ${rate}/hour` : `at today’s rate, ${rate}/hour`
}

/** Our sentences for suppliers' codes; other codes are shown unchanged. */
const rejections: Record<string, string> = {
  '201': 'Wrong region',
  '20003': 'ID and zone don’t match',
  '20004': 'ID not found',
  '109': 'Wrong signature',
  '110': 'Retry requested',
  '111': 'Balance too low',
  '113': 'Product not found',
  '114': 'Out of stock',
  '117': 'Not yet available',
  '118': 'Product blocked',
  '403': 'Account not permitted',
  '422': 'Wrong product',
  '433': 'IP not allowed',
  returned: 'Reversed after acceptance',
}

export const rejectionText = (code: string): string =>
  rejections[code] ?? (code === '' ? 'No code' : `Code ${code}`)
