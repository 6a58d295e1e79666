import type { Mutant } from './mutant.ts'

const tests = ['tests/services/audit/every-admin-write.test.ts']

/** The row is not written. */
const unwritten = { find: 'await writeAudit($SESSION, $AUTHOR, $ROW)', replace: '' }

/** Calls of the back office that leave no row in the audit log, at least one for each group of them. */
export const auditMutants: readonly Mutant[] = [
  {
    name: 'a discrepancy about an order’s payment is credited without a row',
    ...{ file: 'shared/domain/orders/payment/resolve-order-discrepancy.ts', inside: '', tests },
    find: '(tx) => auditResolution(tx, resolution, $ROW)',
    replace: 'async () => {}',
  },
  {
    name: 'a discrepancy about a top-up’s payment is dismissed without a row',
    ...{ file: 'shared/domain/wallet/resolve-top-up-discrepancy.ts', inside: 'resolve', tests },
    find: 'if (one) await audit(tx)',
    replace: '',
  },
  {
    name: 'a discrepancy about a top-up’s payment is credited without a row',
    ...{ file: 'shared/domain/wallet/resolve-top-up-discrepancy.ts', inside: 'resolve', tests },
    find: 'if (written) await audit(tx)',
    replace: '',
  },
  {
    name: 'prices are changed immediately without a row',
    ...{ file: 'shared/domain/catalogue-admin/write-prices.ts', inside: 'writePrices', tests },
    find: 'await writeAuditRows($SESSION, $AUTHOR, $ROWS)',
    replace: '',
  },
  {
    name: 'prices are scheduled without a row',
    ...{ file: 'shared/domain/catalogue-admin/plan-prices.ts', inside: 'plan', tests },
    ...unwritten,
  },
  {
    name: 'scheduled prices are cancelled without a row',
    ...{ file: 'shared/domain/catalogue-admin/plan-prices.ts', inside: 'cancelPriceChange', tests },
    ...unwritten,
  },
  {
    name: 'prices are rolled back without a row of their price change',
    ...{
      file: 'shared/domain/catalogue-admin/roll-back-price-change.ts',
      inside: 'rollBackPriceChange',
      tests,
    },
    ...unwritten,
  },
  {
    name: 'pending prices are decided without a row',
    ...{
      file: 'shared/domain/catalogue-admin/decide-pending-prices.ts',
      inside: 'decidePendingPrices',
      tests,
    },
    ...unwritten,
  },
  {
    name: 'price floors are set without a row',
    ...{ file: 'shared/domain/catalogue-admin/price-floors.ts', inside: 'saveFloors', tests },
    ...unwritten,
  },
  {
    name: 'a user is changed without a row',
    ...{ file: 'shared/domain/customers/update-user.ts', inside: 'changeUser', tests },
    ...unwritten,
  },
  {
    name: 'a user’s balance is adjusted without a row',
    ...{ file: 'shared/domain/customers/write-adjustment.ts', inside: 'writeAdjustment', tests },
    ...unwritten,
  },
  {
    name: 'a change of an owner is requested without a row',
    ...{ file: 'shared/domain/approvals/write-request.ts', inside: 'createApprovalRequest', tests },
    ...unwritten,
  },
  {
    name: 'a change of an owner is approved without a row',
    ...{ file: 'shared/domain/staff/approve-request.ts', inside: 'changeOwner', tests },
    ...unwritten,
  },
  {
    name: 'a change of an owner is rejected without a row',
    ...{ file: 'shared/domain/staff/reject-request.ts', inside: 'rejectRequest', tests },
    ...unwritten,
  },
  {
    name: 'an invitation is withdrawn without a row',
    ...{ file: 'shared/domain/staff/invite.ts', inside: 'revokeInvitation', tests },
    find: 'await recordAction($SESSION, $ADMIN, $ACT)',
    replace: '',
  },
  {
    name: 'an admin ends a customer’s session without a row',
    ...{ file: 'shared/domain/customers/end-customer-sessions.ts', inside: 'endOne', tests },
    ...unwritten,
  },
  {
    name: 'a supplier’s settings are changed without a row',
    ...{ file: 'shared/domain/suppliers/supplier-settings.ts', inside: 'setAccount', tests },
    ...unwritten,
  },
  {
    name: 'a paused item is put on sale without a row',
    ...{ file: 'shared/domain/suppliers/override-pause.ts', inside: 'overridePause', tests },
    ...unwritten,
  },
  {
    name: 'a supplier product’s cost is entered without a row',
    ...{ file: 'shared/domain/purchasing/enter-cost.ts', inside: 'enterCost', tests },
    ...unwritten,
  },
  {
    name: 'an image is added without a row',
    ...{ file: 'shared/domain/catalogue/admin-images.ts', inside: 'uploadImage', tests },
    ...unwritten,
  },
  {
    name: 'an image is deleted without a row',
    ...{ file: 'shared/domain/catalogue/admin-images.ts', inside: 'deleteImage', tests },
    ...unwritten,
  },
  {
    name: 'a product is changed without a row',
    ...{ file: 'shared/domain/catalogue-admin/save-product.ts', inside: 'changeProduct', tests },
    ...unwritten,
  },
  {
    name: 'an item is created without a row',
    ...{ file: 'shared/domain/catalogue-admin/save-item.ts', inside: 'insert', tests },
    ...unwritten,
  },
  {
    name: 'an item is deleted without a row',
    ...{ file: 'shared/domain/catalogue-admin/delete-item.ts', inside: 'deleteItem', tests },
    ...unwritten,
  },
  {
    name: 'an incident is started without a row',
    ...{ file: 'shared/domain/incidents/change-incident.ts', inside: 'startIncident', tests },
    ...unwritten,
  },
  {
    name: 'an incident is changed without a row',
    ...{ file: 'shared/domain/incidents/change-incident.ts', inside: 'change', tests },
    ...unwritten,
  },
  {
    name: 'an exception of a day is resolved without a row',
    ...{ file: 'shared/domain/reports/resolve-exception.ts', inside: 'resolveException', tests },
    ...unwritten,
  },
  {
    name: 'a shared view is removed without a row',
    ...{ file: 'shared/domain/back-office/saved-views.ts', inside: 'changeView', tests },
    find: 'if (isShared) await note($SESSION, $AUTHOR, $VIEW)',
    replace: '',
  },
  {
    name: 'a row is written after the transaction of its change',
    ...{ file: 'shared/domain/catalogue/admin-images.ts', tests },
    changes: [
      { inside: 'deleteImage', ...unwritten },
      {
        inside: 'deleteImage',
        find: 'await forgetPicture(mediaIdOf(url))',
        replace: `await inTransaction((session) => writeAudit(session, admin, {
          at: deps.clock.now(), action: 'image.delete', target: auditTarget.image(id), reason: '',
          before: { title, type, url, uses: uses.length }, after: {},
        }))`,
      },
    ],
  },
  {
    name: 'a unit of an order is resolved without a row',
    ...{ file: 'shared/domain/orders/change/staff-action.ts', inside: 'auditStaffAction' },
    ...unwritten,
    tests: ['tests/services/board/staff-actions.test.ts'],
  },
]
