import { addUserBalance } from '@jhatpat/shared/contracts/users.ts'
import { adjustBalance } from '@jhatpat/shared/domain/customers/index.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import * as z from 'zod'
import { staffMember } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { email, name, reason, rupees } from '../kit/fields.ts'
import { findPerson } from '../kit/find-person.ts'

/** By the same rules as the back office: what needs two people becomes a request, which another admin decides there. */
export const walletAdjust = defineCommand({
  name: 'wallet:adjust',
  summary: 'adds rupees to a wallet or deducts them; above the limits it requests an approval',
  example: '--user asha@example.com --amount -99.50 --reason "paid twice in cash" --as meera@shop.example',
  parameters: {
    '--user <account>': 'e-mail address, mobile number or id',
    '--amount <rupees>': 'rupees, negative to deduct',
    '--reason <text>': 'why, for the audit log',
    '--as <email>': 'the staff member who does it',
    '--id <transaction>':
      'of an interrupted command, or of a payment in restore:review: what was done by it is not done again',
  },
  input: z.strictObject({
    user: name(),
    amount: rupees(),
    reason: reason(),
    as: email(),
    id: z
      .string()
      .regex(/^JW[0-9A-Z]{14}$/, 'must be the id that the interrupted command, or restore:review, printed')
      .optional(),
  }),
  run: async (context, { user, amount, reason: why, as, id }) => {
    const deps = await context.deps()
    const admin = await staffMember(as, addUserBalance.auth)
    const person = await findPerson(user)
    const txnid = id ?? newReference('JW', deps.clock.now())
    context.report(`Transaction ${txnid}: if this is interrupted, repeat the command with --id ${txnid}.`)
    const change = { txnid, userId: person.userId, email: person.email, amount, reason: why }
    const { status, balance } = await adjustBalance(deps, admin, change)
    return {
      value: { id: txnid, status, user: person.userId, amount, balance },
      text: `${statusTexts[status]} ${person.called} has ₹${balance.toFixed(2)}; transaction ${txnid}.`,
    }
  },
})

const statusTexts = {
  done: 'The wallet is adjusted.',
  pending: 'Nothing has moved yet: a second admin decides the request under Approvals.',
} as const
