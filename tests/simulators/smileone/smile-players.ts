import * as z from 'zod'
import { Fault } from '../wire/faults.ts'

const Refusal = z.strictObject({ status: z.number().int(), message: z.string() })

/** The special behaviour of a player. Any other player is found and gets what was bought. */
export const SmilePlayer = z.strictObject({
  /** The role check's region letter. */
  use: z.string().optional(),
  username: z.string().optional(),
  /** The role check rejects. */
  check: Refusal.optional(),
  /** Products cost this many times their usual coins for this player. */
  changePrice: z.number().positive().optional(),
  /** The order is rejected, whatever the check said. */
  order: Refusal.optional(),
  /** The order fails on the network. */
  outcome: Fault.shape.outcome.removeDefault().optional(),
  /** `order` and `outcome` apply only to the 1st, 3rd, 5th… order ("odd"), or the 2nd, 4th… ("even"). */
  orders: z.enum(['all', 'odd', 'even']).default('all'),
})
export type SmilePlayer = z.output<typeof SmilePlayer>

export const SURCHARGE_TEXT =
  'Three points about the new pricing rule: the balance of US dollars is not enough for players in Malaysia, and a surcharge of 55% applies.'

export const REGION_TEXT =
  'The Mobile Legends team does not allow recharging Brazil packs for players in Indonesia, Malaysia, Philippines, Singapore and Russia.'

/** Player ids that demonstrate each path to a person using the shop. */
export const defaultSmilePlayers: Record<string, SmilePlayer> = {
  '10000001': { use: 'b', orders: 'all' },
  '10000002': { check: { status: 201, message: REGION_TEXT }, orders: 'all' },
  '10000003': { check: { status: 20004, message: 'USER ID não existe' }, orders: 'all' },
  '10000004': { order: { status: 201, message: REGION_TEXT }, orders: 'all' },
  '10000005': { outcome: 'timeout_accepted', orders: 'odd' },
  '10000006': { outcome: 'timeout_lost', orders: 'odd' },
  '10000007': { order: { status: 20010, message: 'Insufficient smile points' }, orders: 'odd' },
  '10000008': {
    order: {
      status: 201,
      message: 'The recharge has failed. Please contact Customer Service for more details.',
    },
    orders: 'even',
  },
  '10000009': { outcome: 'cut_json', orders: 'odd' },
  '10000010': { order: { status: 201, message: SURCHARGE_TEXT }, orders: 'all' },
  '10000011': { changePrice: 1.55, orders: 'all' },
  '10000012': { order: { status: 20099, message: 'Erro desconhecido' }, orders: 'odd' },
  '10000013': { check: { status: 20099, message: 'Erro desconhecido' }, orders: 'all' },
}

export const smileTriggers = [
  ['10000001', 'is found, but its region letter is "b" (Indonesia): may not be recharged'],
  ['10000002', 'the check refuses it for its region (201)'],
  ['10000003', 'does not exist (20004)'],
  ['10000004', 'passes the check; the order is refused for its region (201)'],
  ['10000005', 'the 1st, 3rd… order is delivered, but the reply never comes'],
  ['10000006', 'the 1st, 3rd… order is lost without a reply'],
  ['10000007', 'the 1st, 3rd… order is refused: too few points'],
  ['10000008', 'every second order is refused, so a bundle is delivered in part'],
  ['10000009', 'the 1st, 3rd… order is delivered, but the reply is cut'],
  ['10000010', 'the order is refused (201) with words about points and balances'],
  ['10000011', 'costs 1.55 times the list price'],
  ['10000012', 'the 1st, 3rd… order is answered with a code that nobody knows (20099)'],
  ['10000013', 'the check is answered with a code that nobody knows (20099)'],
  ['any other number', 'is found under a made-up name and gets what was bought'],
] as const

const FIRST = ['Chai', 'Turbo', 'Neon', 'Desi', 'Shadow', 'Mango', 'Royal', 'Silent', 'Monsoon', 'Raja']
const LAST = ['Lover', 'OP', 'Sniper', 'Ninja', 'Tiger', 'Mage', 'Warrior', 'Ji', 'Hunter', 'King']

/** The same name for the same id. */
export function playerName(userid: string): string {
  const sum = Array.from(userid).reduce((total, digit) => (total * 31 + digit.charCodeAt(0)) % 9973, 7)
  return `${FIRST[sum % 10]}${LAST[Math.floor(sum / 10) % 10]}${sum % 100}`
}
