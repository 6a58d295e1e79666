import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { listAccounts, readBalanceNow } from '@jhatpat/shared/domain/suppliers/index.ts'
import * as z from 'zod'
import { defineCommand } from '../kit/command.ts'
import { flag, supplierAccount } from '../kit/fields.ts'
import { table } from '../kit/table.ts'

export const supplierBalance = defineCommand({
  name: 'supplier:balance',
  summary: 'shows the suppliers’ balances; exits with 1 when an account did not answer or is low',
  example: 'MOOGOLD --read',
  parameters: {
    '[account]': 'one account',
    '--read': 'ask the suppliers now, instead of showing the last reading',
  },
  input: z.strictObject({ account: supplierAccount().optional(), read: flag() }),
  run: async (context, { account, read }) => {
    const deps = await context.deps()
    const asked = account === undefined ? supplierNames : [account]
    const answered = await Promise.all(asked.map(async (one) => !read || (await readBalanceNow(deps, one))))
    const accounts = (await listAccounts(deps)).filter((one) => asked.includes(one.account))
    const balances = accounts.map(balanceView)
    const rows = balances.map((one) => [
      one.account,
      one.amount === null ? 'unknown' : `${one.amount} ${one.unit}`.trim(),
      one.readAt ?? 'never',
      [one.isLow && 'LOW', one.unresponsiveSince && `no answer since ${one.unresponsiveSince}`, one.lastError]
        .filter(Boolean)
        .join(', '),
    ])
    const isInOrder =
      answered.every(Boolean) && balances.every((one) => !one.isLow && one.unresponsiveSince === null)
    return {
      value: balances,
      text: table(['account', 'balance', 'read at', ''], rows),
      exitCode: isInOrder ? 0 : 1,
    }
  },
})

/** `amount`: decimal text in the account's own currency; null until the first reading. */
const balanceView = ({ account, balance, unit, isLow, unresponsiveSince, lastError }: SupplierAccount) => ({
  account,
  amount: balance?.amount ?? null,
  unit,
  readAt: balance?.readAt ?? null,
  isLow,
  unresponsiveSince,
  lastError,
})
