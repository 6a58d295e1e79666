import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { expect, it } from 'vitest'

/**
 * Where each field that the server sends only to the board is rendered or used: in
 * `board-columns.tsx`, or in `board-cells.tsx` where the cell is long.
 */
const usedIn: Record<Exclude<keyof BoardOrder, keyof Order>, string> = {
  customer: 'board-texts.ts',
  pendingReason: 'pending-reason-text.ts',
  assignee: 'assignment.ts',
  pendingCompletion: 'assignment.ts',
  needsCodes: 'row-actions.tsx',
  nextSteps: 'transition-targets.ts',
  processingSince: '../../../../shared/contracts/needs-action.ts',
  needsAction: '../../../../shared/contracts/needs-action.ts',
  supplierBalance: '../../lib/evidence-texts.ts',
  unitList: 'open-units.ts',
  suggestedRefund: 'unit-actions.ts',
  refundable: 'unit-form.tsx',
  staffActions: 'staff-actions.tsx',
  noteSummary: 'order-facts.tsx',
  ticketFacts: '../tickets/ticket-badges.tsx',
}

it.each(Object.entries(usedIn))('shows or uses %s in %s', (field, file) => {
  const code = readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(code).toMatch(new RegExp(`[.{,]\\s*${field}\\b`))
})
