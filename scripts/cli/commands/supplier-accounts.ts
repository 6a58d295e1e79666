import { unitsOfAccounts } from '@jhatpat/shared/domain/orders/index.ts'
import * as z from 'zod'
import { defineCommand } from '../kit/command.ts'
import { plural } from '../kit/table.ts'

export const supplierAccounts = defineCommand({
  name: 'supplier:accounts',
  summary: 'counts the purchases that wait for a decision, by the supplier’s account that they were made at',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async (context) => {
    await context.database()
    const known = await unitsOfAccounts()
    const lines = known.map(({ supplier, accountId, units, lastSentAt }) => {
      const account = accountId === '' ? 'account not recorded' : `account ${accountId}`
      const sent = lastSentAt ? `, the last sent at ${lastSentAt.toISOString()}` : ''
      return `${supplier} ${account}: ${plural(units, 'purchase')}${sent}`
    })
    return { value: known, text: lines.join('\n') || 'No purchase waits for a decision.' }
  },
})
