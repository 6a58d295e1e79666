import { toDecimalText } from '@jhatpat/shared/contracts/money.ts'
import type { StaffAccess } from '@jhatpat/shared/contracts/permissions.ts'
import { listErasures, requestErasure } from '@jhatpat/shared/domain/erasure/index.ts'
import * as z from 'zod'
import { staffMember } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { email, name, reason } from '../kit/fields.ts'
import { findPerson } from '../kit/find-person.ts'
import { table } from '../kit/table.ts'

const access = { permission: ['customers.view', 'customers.erase'] } as const satisfies StaffAccess

export const personErase = defineCommand({
  name: 'person:erase',
  summary: 'requests the erasure of a person; another staff member approves it in the back office',
  example: 'asha@example.com --reason "asked by mail on 21 Nov" --as meera@shop.example',
  parameters: {
    '<account>': 'e-mail address, mobile number or id',
    '--reason <text>': 'why, for the second person',
    '--as <email>': 'the staff member who asks',
  },
  input: z.strictObject({ account: name(), reason: reason(), as: email() }),
  run: async (context, { account, reason: why, as }) => {
    const deps = await context.deps()
    const by = await staffMember(as, access)
    const { userId, called } = await findPerson(account)
    const { state, request } = await requestErasure(deps, { by, userId, reason: why })
    return {
      value: { user: userId, state, request },
      text:
        state === 'requested'
          ? `Nothing is erased yet: another staff member decides the request about ${called} under Approvals.`
          : `The erasure of ${called} is running already (${state}).`,
    }
  },
})

export const erasuresList = defineCommand({
  name: 'erasures:list',
  summary: 'lists erasures by account: requested, running, ended, stopped',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async (context) => {
    await context.database()
    const erasures = await listErasures()
    const rows = erasures.map(({ _id, state, requestedAt, nextAt, endedAt, obstacles, balancePaise }) => [
      _id,
      state,
      requestedAt.toISOString(),
      nextAt?.toISOString() ?? '',
      endedAt?.toISOString() ?? '',
      toDecimalText(balancePaise),
      obstacles.join(', '),
    ])
    const heads = ['account', 'state', 'requested', 'continues', 'ended', 'rupees', 'stopped by']
    return {
      value: erasures,
      text: erasures.length > 0 ? table(heads, rows) : 'No erasure was requested.',
    }
  },
})
