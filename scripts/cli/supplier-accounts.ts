import { unitsOfAccounts } from '@jhatpat/shared/domain/orders/index.ts'
import type { Command } from './command.ts'

export const supplierAccounts: Command = {
  name: 'supplier:accounts',
  does: 'tells how many packs wait for a person, by the supplier’s account that they were bought from',
  example: '',
  options: [],
  run: async () => {
    const known = await unitsOfAccounts()
    if (known.length === 0) return 'No pack waits for a person to say what became of it.'
    const lines = known.map(({ supplier, accountId, units, lastSentAt }) => {
      const account = accountId === '' ? 'account not kept' : `account ${accountId}`
      const sent = lastSentAt ? `, the last sent at ${lastSentAt.toISOString()}` : ''
      return `${supplier} ${account}: ${units === 1 ? '1 pack' : `${units} packs`}${sent}`
    })
    return lines.join('\n')
  },
}
