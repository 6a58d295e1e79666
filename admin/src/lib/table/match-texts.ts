import type { MatchReason } from '@jhatpat/shared/contracts/admin-lists.ts'

/** What a pasted text was recognised as. */
export const matchTexts: Record<MatchReason, string> = {
  order: 'Order id',
  wallet: 'Wallet transaction',
  bank: 'Bank reference',
  supplier: 'Supplier’s order id',
  email: 'E-mail address',
  mobile: 'Mobile number',
  user: 'User id',
  player: 'Player id',
}
