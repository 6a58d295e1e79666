import { manualPromise } from '@jhatpat/shared/contracts/order-status.ts'
import type { Text } from '@jhatpat/shared/ui/texts/translate.ts'

/** Texts of the specification, to the letter. */
export const texts = {
  instant: 'Instant Delivery',
  manual: manualPromise,
  soldOut: 'Out of Stock',
  guide: 'How To Purchase ?',
  noItems: 'No items found',
  buy: 'BUY NOW',
  loginFirst: 'Please Login First',
  server: 'Select Server',
  indonesian: 'Recharge for Indo IDs is not permitted.',
  refused: 'Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs.',
  incomplete: 'Please select an item, enter your Id and select a payment method before proceeding.',
  tokenExpired: 'Token has expired. Please login again.',
  sessionExpired: 'Session expired! Please re-login to proceed.',
  networkFailure: 'Something went wrong! Please try again.',
} as const satisfies Record<string, Text | typeof manualPromise>

/** The second input of Genshin products. */
export const servers = ['America', 'Asia', 'Europe', 'TW_HK_Mo'] as const
