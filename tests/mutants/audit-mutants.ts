import type { Mutant } from './tree/mutant.ts'

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
    name: 'a discrepancy about a top-up’s payment is said to be no money without a row',
    ...{ file: 'shared/domain/wallet/resolve-top-up-discrepancy.ts', inside: 'resolve', tests },
    find: 'if (pending) await audit(tx)',
    replace: '',
  },
  {
    name: 'a discrepancy about a top-up’s payment is credited without a row',
    ...{ file: 'shared/domain/wallet/resolve-top-up-discrepancy.ts', inside: 'resolve', tests },
    find: 'if (written) await audit(tx)',
    replace: '',
  },
  {
    name: 'prices are changed at once without a row',
    ...{ file: 'shared/domain/catalogue-admin/write-prices.ts', inside: 'writePrices', tests },
    find: 'await writeAuditRows($SESSION, $AUTHOR, $ROWS)',
    replace: '',
  },
  {
    name: 'prices are planned without a row',
    ...{ file: 'shared/domain/catalogue-admin/schedule-price-change.ts', inside: 'insertPlanned', tests },
    ...unwritten,
  },
  {
    name: 'planned prices are cancelled without a row',
    ...{ file: 'shared/domain/catalogue-admin/schedule-price-change.ts', inside: 'cancelPriceChange', tests },
    ...unwritten,
  },
  {
    name: 'prices are rolled back without a row of their set',
    ...{
      file: 'shared/domain/catalogue-admin/roll-back-price-change.ts',
      inside: 'rollBackPriceChange',
      tests,
    },
    ...unwritten,
  },
  {
    name: 'held prices are answered without a row',
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
    name: 'a user’s balance is moved without a row',
    ...{ file: 'shared/domain/customers/write-adjustment.ts', inside: 'writeAdjustment', tests },
    ...unwritten,
  },
  {
    name: 'a change of an owner is asked for without a row',
    ...{ file: 'shared/domain/approvals/write-request.ts', inside: 'createApprovalRequest', tests },
    ...unwritten,
  },
  {
    name: 'a change of an owner is approved without a row',
    ...{ file: 'shared/domain/staff/approve-request.ts', inside: 'changeOwner', tests },
    ...unwritten,
  },
  {
    name: 'a change of an owner is refused without a row',
    ...{ file: 'shared/domain/staff/reject-request.ts', inside: 'rejectRequest', tests },
    ...unwritten,
  },
  {
    name: 'an invitation is taken back without a row',
    ...{ file: 'shared/domain/staff/invite.ts', inside: 'revokeInvitation', tests },
    find: 'await recordAction($SESSION, $ADMIN, $ACT)',
    replace: '',
  },
  {
    name: 'an admin ends a customer’s session without a row',
    ...{ file: 'shared/domain/customers/revoke-customer-sessions.ts', inside: 'revokeOne', tests },
    ...unwritten,
  },
  {
    name: 'a supplier’s settings are changed without a row',
    ...{
      file: 'shared/domain/suppliers/update-supplier-settings.ts',
      inside: 'updateSupplierSettings',
      tests,
    },
    ...unwritten,
  },
  {
    name: 'a paused item is sold all the same without a row',
    ...{ file: 'shared/domain/suppliers/override-pause.ts', inside: 'overridePause', tests },
    ...unwritten,
  },
  {
    name: 'a pack’s cost is entered without a row',
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
    ...{ file: 'shared/domain/incidents/change-incident.ts', inside: 'changeIncident', tests },
    ...unwritten,
  },
  {
    name: 'an exception of a day is closed without a row',
    ...{ file: 'shared/domain/reports/resolve-exception.ts', inside: 'resolveException', tests },
    ...unwritten,
  },
  {
    name: 'a shared view is removed without a row',
    ...{ file: 'shared/domain/back-office/saved-views.ts', inside: 'changeView', tests },
    find: 'if (isShared) await auditViewChange($SESSION, $AUTHOR, $VIEW)',
    replace: '',
  },
  {
    name: 'a row is written after the transaction of its change',
    ...{ file: 'shared/domain/catalogue/admin-images.ts', tests },
    changes: [
      { inside: 'deleteImage', ...unwritten },
      {
        inside: 'deleteImage',
        find: 'await deletePicture(mediaIdOf(url))',
        replace: `await inTransaction((session) => writeAudit(session, admin, {
          at: deps.clock.now(), action: 'image.delete', target: auditTarget.image(id), reason: '',
          before: { title, type, url, uses: uses.length }, after: {},
        }))`,
      },
    ],
  },
  {
    name: 'a unit of an order is answered for without a row',
    ...{ file: 'shared/domain/orders/change/staff-action.ts', inside: 'auditStaffAction' },
    ...unwritten,
    tests: ['tests/services/board/staff-actions.test.ts'],
  },
]
