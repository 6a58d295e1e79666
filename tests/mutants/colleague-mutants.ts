import type { Mutant } from './mutant.ts'

const tests = ['tests/services/accounts/contact-change.test.ts']
const owners = ['tests/services/users/owners.test.ts']
const limits = ['tests/services/users/day-limits.test.ts']
const totals = 'shared/domain/approvals/day-totals.ts'
const belowCost = 'shared/domain/orders/fulfil/below-cost.ts'
const costTests = ['tests/services/supply/below-cost.test.ts']
const risks = ['tests/services/catalogue/price-risks.test.ts']

/** Rules that keep a dishonest staff member out of customers' accounts. */
export const colleagueMutants: readonly Mutant[] = [
  {
    name: 'a staff member signs in as a customer by a number that they have set',
    ...{ file: 'shared/domain/accounts/otp.ts', inside: 'canSignInByOtp', tests },
    find: '!contactChange?.mobile',
    replace: 'true',
  },
  {
    name: 'an admin without a second factor signs in by a number alone',
    ...{ file: 'shared/domain/accounts/otp.ts', inside: 'canSignInByOtp', tests },
    find: "role !== 'admin' || hasSecondFactor",
    replace: 'true',
  },
  {
    name: 'support resets a customer’s password at an address that it has set',
    ...{ file: 'shared/domain/accounts/notify-account.ts', inside: 'getsLink', tests },
    find: '!contactChange?.email',
    replace: 'true',
  },
  {
    name: 'support signs in elsewhere as the customer whose address it has set',
    ...{ file: 'shared/domain/accounts/hosted-user.ts', inside: 'tryOnce', tests },
    find: 'user?.contactChange?.email',
    replace: 'false',
  },
  {
    name: 'sessions stay valid after a staff member changes the number',
    file: 'shared/domain/customers/user-change.ts',
    inside: 'revokesSessions',
    find: '[role, staffRole, email, mobilenumber]',
    replace: '[role, staffRole, email]',
    tests,
  },
  {
    name: 'money is spent right after support has changed the number',
    ...{ file: 'shared/domain/accounts/contact-change.ts', inside: 'requireUnfrozen', tests },
    find: '!frozenUntil || frozenUntil <= now',
    replace: 'true',
  },
  {
    name: 'a first number freezes money',
    ...{ file: 'shared/domain/accounts/contact-change.ts', inside: 'contactChangeAfter', tests },
    find: "before.mobilenumber !== ''",
    replace: 'true',
  },
  {
    name: 'the previous address is not notified',
    file: 'shared/domain/customers/create-contact-notification.ts',
    inside: 'createContactNotification',
    find: '!isReached || !user.contactChange',
    replace: 'true',
    tests,
  },
  {
    name: 'an admin keeps a number that support has set',
    file: 'shared/domain/customers/user-change.ts',
    inside: 'withoutUnverified',
    find: "before.role !== 'admin'",
    replace: 'false',
    tests,
  },
  {
    name: 'one owner ends another alone',
    ...{ file: 'shared/domain/customers/owner-change.ts', inside: 'splitOwnerEdit', tests: owners },
    find: "staffRoleOf(before) !== 'owner'",
    replace: 'true',
  },
  {
    name: 'who blocks the other owner is at once the only one',
    ...{ file: 'shared/domain/accounts/counted-owners.ts', inside: 'countedOwners', tests: owners },
    find: '$or: [able, { ownerUntil }]',
    replace: '$or: [able]',
  },
  {
    name: 'a blocked owner counts no longer',
    ...{ file: 'shared/domain/customers/user-change.ts', inside: 'staffRoleTimes', tests: owners },
    find: 'isActiveOwner(before) && !isActiveOwner(after)',
    replace: 'false',
  },
  {
    name: 'a puppet approves on its first day',
    ...{ file: 'shared/domain/accounts/counted-owners.ts', inside: 'requireSettledRole', tests: owners },
    find: 'until > now.getTime()',
    replace: 'false',
  },
  {
    name: 'an account that becomes an owner has no day from which it counts',
    ...{ file: 'shared/domain/customers/user-change.ts', inside: 'staffRoleTimes', tests: owners },
    find: 'staffRoleOf(after) && gains',
    replace: 'false',
  },
  {
    name: 'the owner concerned is not notified',
    ...{ file: 'shared/domain/accounts/notify-owners.ts', inside: 'notifyOwners', tests: owners },
    find: '[...new Set([userId, ...owners])]',
    replace: '[...new Set(owners)].filter((id) => id !== userId)',
  },
  {
    name: 'any link stops a change',
    ...{ file: 'shared/domain/accounts/owner-mails.ts', inside: 'readStopLink', tests: owners },
    find: "!isMacOf(env, { purpose: 'owner-change', stored: token }, id)",
    replace: 'false',
  },
  {
    name: 'a change of an owner takes effect before its 72 hours',
    ...{ file: 'shared/domain/staff/due-owner-changes.ts', inside: 'applyDueOwnerChanges', tests: owners },
    find: '$lte: new Date(now - ownerDelayMs)',
    replace: '$lte: new Date(now)',
  },
  {
    name: 'a change that cannot be made leaves its invitation open',
    ...{ file: 'shared/domain/staff/reject-request.ts', inside: 'rejectRequest', tests: owners },
    find: 'request.invited',
    replace: 'false',
  },
  {
    name: 'a change is made for an asker who is no owner any more',
    ...{ file: 'shared/domain/staff/approve-request.ts', inside: 'closeAsApproved', tests: owners },
    find: 'isForOwners(request)',
    replace: 'false',
  },
  {
    name: 'a change of an owner is made over another',
    ...{ file: 'shared/domain/staff/approve-request.ts', inside: 'changeOwner', tests: owners },
    find: '!isUnchanged(before, previous)',
    replace: 'false',
  },
  {
    name: 'what one admin moves counts for each wallet alone',
    ...{ file: totals, inside: 'addToDayTotals', tests: limits },
    find: 'beyond && !(await isOnlyOwner(tx, admin, at))',
    replace: 'false',
  },
  {
    name: 'a role moves any amount by many admins',
    ...{ file: totals, inside: 'totalsOf', tests: limits },
    find: 'limitPaise: env.ROLE_DAY_TOTAL * 100',
    replace: 'limitPaise: Number.MAX_SAFE_INTEGER',
  },
  {
    name: 'what exceeds a total still counts',
    ...{ file: totals, inside: 'addToDayTotals', tests: limits },
    find: 'await add(tx, id, -amountPaise)',
    replace: 'void id',
  },
  {
    name: 'the only owner is held to the totals',
    ...{ file: totals, inside: 'addToDayTotals', tests: limits },
    find: '!(await isOnlyOwner(tx, admin, at))',
    replace: 'true',
  },
  {
    name: 'the owners are not alerted at half of a limit',
    ...{ file: totals, inside: 'addToDayTotals', tests: limits },
    find: 'passesHalf || total.movedPaise > total.limitPaise',
    replace: 'total.movedPaise > total.limitPaise',
  },
  {
    name: 'refunds by hand do not count in the totals',
    ...{ file: 'shared/domain/orders/refund/refund-approval.ts', inside: 'countWithinLimit', tests: limits },
    find: 'limitPaise !== undefined',
    replace: 'false',
  },
  {
    name: 'one person refunds an opened code',
    ...{ file: 'shared/domain/orders/refund/refund-approval.ts', inside: 'requireApproval', tests: limits },
    find: 'codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))',
    replace: 'false',
  },
  {
    name: 'one person delivers an opened code again',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'requireWithinLimit',
    find: 'codeRevealed && !(await isOnlyOwner(null, admin, deps.clock.now()))',
    replace: 'false',
    tests: ['tests/services/orders/redelivery-ends.test.ts'],
  },
  {
    name: 'a purchase at a loss is made by itself',
    ...{ file: belowCost, inside: 'lossOf', tests: costTests },
    find: 'costPaise * 100 <= maxCostPercent * pricePaise',
    replace: 'costPaise * 100 <= 100 * maxCostPercent * pricePaise',
  },
  {
    name: 'a purchase at a loss is held for ever',
    ...{ file: belowCost, inside: 'lossOf', tests: costTests },
    find: "action === 'retry_unit'",
    replace: "what === 'complete'",
  },
  {
    name: 'customers read our cost of a purchase that is held back',
    ...{ file: 'shared/domain/orders/views/order-timeline.ts', inside: 'unitEntries', tests: costTests },
    find: 'isBelowCost(unit)',
    replace: 'false',
  },
  {
    name: 'every price counts as approved',
    ...{ file: belowCost, inside: 'isApproved', tests: costTests },
    find: 'approvedPaise !== undefined && approvedPaise <= pricePaise',
    replace: 'approvedPaise !== 0',
  },
  {
    name: 'an approved price ends the approval of the other one',
    ...{ file: 'shared/domain/catalogue-admin/item-price-risk.ts', inside: 'withApproved', tests: risks },
    find: '...approvedPaise',
    replace: '...{}',
  },
  {
    name: 'an admin of the catalogue sells below cost by a set of prices',
    ...{ file: 'shared/domain/catalogue-admin/write-prices.ts', inside: 'assessSet', tests: risks },
    find: 'isHeld ? assessed.map(heldIfUnusual) : assessed',
    replace: 'assessed',
  },
  {
    name: 'an admin of the catalogue sells below cost by an edit',
    ...{ file: 'shared/domain/catalogue-admin/item-price-risk.ts', inside: 'assessEdit', tests: risks },
    find: 'unusual.length === 0',
    replace: 'true',
  },
  {
    name: 'a price falls by many steps in a day',
    ...{ file: 'shared/domain/catalogue-admin/price-risk.ts', inside: 'readHighest', tests: risks },
    find: 'Number(facts[field] ?? 0)',
    replace: '0',
  },
  {
    name: 'dearer packs are put under a price',
    ...{ file: 'shared/domain/catalogue-admin/save-item.ts', inside: 'assessed', tests: risks },
    find: 'packsText(before) === packsText(after)',
    replace: 'true',
  },
  {
    name: 'an unusual price is not typed once more',
    ...{ file: 'shared/domain/catalogue-admin/price-risk.ts', inside: 'requireTyped', tests: risks },
    find: '!open',
    replace: 'true',
  },
  {
    name: 'owners do not get a mail of an unusual price',
    ...{ file: 'shared/domain/catalogue-admin/price-risk.ts', inside: 'alertOfPrices', tests: risks },
    find: 'unusual.length === 0',
    replace: 'true',
  },
]
