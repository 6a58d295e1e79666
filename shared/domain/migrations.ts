import mongoose, { type Collection } from 'mongoose'
import type { Migration } from '../platform/migrations.ts'
import { AuditModel } from './audit/index.ts'
import { ProductModel } from './catalogue/index.ts'
import { queueRowsOfBefore } from './migrate-audit.ts'
import { addChanges } from './migrate-changes.ts'
import { fillClosing } from './migrate-closing.ts'
import { separateCoins } from './migrate-coins.ts'
import { fillForPerson } from './migrate-for-person.ts'
import { moveToOwnIds } from './migrate-ids.ts'
import { fillImages } from './migrate-images.ts'
import { fillLastSeen } from './migrate-last-seen.ts'
import { nameMobiles } from './migrate-mobile-names.ts'
import { fillNotes } from './migrate-notes.ts'
import { fillOffers } from './migrate-offers.ts'
import { fillOrderEnds } from './migrate-order-ends.ts'
import { fillOrderFields } from './migrate-order-fields.ts'
import { fillOrderPoints } from './migrate-order-points.ts'
import { fillParked } from './migrate-parked.ts'
import { fillPauses } from './migrate-pauses.ts'
import { carryPaymentsOver } from './migrate-payments.ts'
import { fillPriceSets } from './migrate-price-sets.ts'
import { fillRedeliveries } from './migrate-redeliveries.ts'
import { carryRequestsOver, fillRequests } from './migrate-requests.ts'
import { fillSalesAgain } from './migrate-sales-again.ts'
import { fillSecondFactor } from './migrate-second-factor.ts'
import { freeSessions } from './migrate-sessions.ts'
import { fillSupplierPacks } from './migrate-supplier-packs.ts'
import { fillTalk, fillTickets, planAlarms } from './migrate-tickets.ts'
import { fillUnitFields } from './migrate-unit-fields.ts'
import { nameUnits } from './migrate-unit-words.ts'
import { fillVaults } from './migrate-vaults.ts'
import { fillWalletLines } from './migrate-wallet-lines.ts'
import { fillWallets } from './migrate-wallets.ts'
import { models } from './models.ts'
import { OrderModel } from './orders/index.ts'
import { MovementModel } from './wallet/index.ts'

type IndexDescription = mongoose.mongo.IndexDescription

/** The database's history, by number. A step that has run anywhere is never changed: add another with the next one. */
export const migrations: readonly Migration[] = [
  { id: '0001-indexes', run: createCollectionsAndIndexes, makesWhole: true },
  { id: '0002-own-ids', run: giveOwnIds },
  { id: '0003-supply', run: createCollectionsAndIndexes },
  { id: '0004-board-and-statistics', run: replaceBoardIndex },
  { id: '0005-payments', run: carryPayments },
  { id: '0006-order-fields', run: fillOrderFields },
  { id: '0007-unit-words', run: nameUnits },
  { id: '0008-order-ends', run: fillOrderEnds },
  { id: '0009-sessions', run: freeSessions },
  { id: '0010-mobile-names', run: nameMobiles },
  { id: '0010-sign-up', run: createCollectionsAndIndexes },
  { id: '0011-users', run: createCollectionsAndIndexes },
  { id: '0012-unit-fields', run: fillUnitFields },
  { id: '0013-second-factor', run: addSecondFactor },
  { id: '0016-admin-requests', run: createCollectionsAndIndexes },
  { id: '0018-requests-of-before', run: carryRequestsOver },
  { id: '0019-points', run: addPoints },
  { id: '0021-tickets', run: addTickets },
  { id: '0023-vaults', run: addVaults },
  { id: '0024-paces', run: createCollectionsAndIndexes },
  { id: '0025-push-subscriptions', run: createCollectionsAndIndexes },
  { id: '0026-wallet-lines', run: fillWalletLines },
  { id: '0027-lists', run: replaceListIndexes },
  { id: '0030-held-completions', run: addClosing },
  { id: '0032-board-and-figures', run: replaceBoardAndFigures },
  { id: '0033-offers', run: fillOffers },
  { id: '0034-tables', run: createCollectionsAndIndexes },
  { id: '0036-images', run: fillImages },
  { id: '0037-sizes-of-pictures', run: createCollectionsAndIndexes },
  { id: '0040-audit-chain', run: addAuditChain },
  { id: '0041-notes-and-exchanges', run: addNotes },
  { id: '0043-customers', run: addCustomers },
  { id: '0045-pauses', run: addPauses },
  { id: '0047-price-sets', run: createCollectionsAndIndexes },
  { id: '0048-supplier-packs', run: addSupplierPacks },
  { id: '0049-sales', run: createCollectionsAndIndexes },
  { id: '0050-reconciliation', run: createCollectionsAndIndexes },
  { id: '0051-two-persons', run: addRefundRequests },
  { id: '0052-tickets-by-due', run: replaceTicketIndex },
  { id: '0054-saved-views', run: createCollectionsAndIndexes },
  { id: '0055-audit-list', run: replaceAuditIndexes },
  { id: '0056-answered-tickets', run: createCollectionsAndIndexes },
  { id: '0057-redeliveries', run: fillRedeliveries },
  { id: '0059-messages-of-tickets', run: fillTalk },
  { id: '0061-incidents', run: addIncidents },
  // Sets of prices keep what their items cost, and hold back those that a cost has moved below their floor.
  { id: '0063-price-costs', run: addPriceCosts },
  { id: '0064-last-seen', run: fillLastSeen },
  { id: '0065-user-list', run: createCollectionsAndIndexes },
  { id: '0066-alarms-of-reports', run: planAlarms },
  { id: '0068-invitations', run: createCollectionsAndIndexes },
  { id: '0069-sent-again', run: fillSalesAgain },
  { id: '0070-held-tickets', run: createCollectionsAndIndexes },
  { id: '0071-wallets', run: addWallets },
  { id: '0072-unit-fields', run: fillUnitFields },
  { id: '0074-unit-accounts', run: fillUnitFields },
  { id: '0077-order-changes', run: addChanges },
  { id: '0078-ledger-balances', run: createCollectionsAndIndexes },
  { id: '0079-continuous-check', run: createCollectionsAndIndexes },
  { id: '0080-coins', run: addCoins },
  { id: '0081-unclear-batches', run: createCollectionsAndIndexes },
  { id: '0082-sent-group', run: fillUnitFields },
  { id: '0083-open-order-keys', run: createCollectionsAndIndexes },
  { id: '0084-id-checks', run: dropCheckRules },
  { id: '0085-day-totals', run: createCollectionsAndIndexes },
  { id: '0086-sms-numbers', run: createCollectionsAndIndexes },
]

/**
 * Collections too: a transaction that is the first to write one would race with its creation. A collection's indexes are
 * asked for at once, so that those it lacks are built in one reading of it.
 */
async function createCollectionsAndIndexes(): Promise<void> {
  const there = new Set((await mongoose.connection.listCollections()).map(({ name }) => name))
  await Promise.all(
    models.map(async (model) => {
      if (!there.has(model.collection.collectionName)) await model.createCollection()
      const indexes = model.schema
        .indexes()
        .map(([key, options]) => ({ ...options, key }) as IndexDescription)
      if (indexes.length > 0) await model.collection.createIndexes(indexes)
    }),
  )
}

/** Removes the setting that let unchecked player ids through. */
async function dropCheckRules(): Promise<void> {
  await ProductModel.collection.updateMany({ checkRule: { $exists: true } }, { $unset: { checkRule: '' } })
}

async function giveOwnIds(): Promise<void> {
  for (const model of models) await model.createCollection()
  await moveToOwnIds()
  await createCollectionsAndIndexes()
}

/** The board's index got the price, so that figures are counted without reading orders. */
async function replaceBoardIndex(): Promise<void> {
  await createCollectionsAndIndexes()
  await dropIndex(OrderModel.collection, 'board')
}

/** The lists of a customer's orders and of a wallet's lines got what they are filtered by. */
async function replaceListIndexes(): Promise<void> {
  await createCollectionsAndIndexes()
  await dropIndex(OrderModel.collection, 'customer_latest')
  await dropIndex(MovementModel.collection, 'owner_latest')
}

/** The board got an index of its own, with what needs a person first, and figures one of ended orders alone. */
async function replaceBoardAndFigures(): Promise<void> {
  await fillForPerson()
  await createCollectionsAndIndexes()
  await dropIndex(OrderModel.collection, 'board_and_statistics')
  await dropIndex(OrderModel.collection, 'unpaid')
}

/** The log's indexes got what it is filtered by beside, so that no row is read that is not shown. */
async function replaceAuditIndexes(): Promise<void> {
  await createCollectionsAndIndexes()
  await dropIndex(AuditModel.collection, 'target_latest')
  await dropIndex(AuditModel.collection, 'author_latest')
}

async function dropIndex(collection: Collection, name: string): Promise<void> {
  if (name in (await collection.indexInformation())) await collection.dropIndex(name)
}

async function carryPayments(): Promise<void> {
  await createCollectionsAndIndexes()
  await carryPaymentsOver()
}

async function addTickets(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillTickets()
}

async function addClosing(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillClosing()
}

async function addSecondFactor(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillSecondFactor()
}

async function addVaults(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillVaults()
}

async function addPoints(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillOrderPoints()
}

async function addNotes(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillNotes()
}

/** A customer's orders got all that is added up of them, and admins' notes a place. */
async function addCustomers(): Promise<void> {
  await createCollectionsAndIndexes()
  await dropIndex(OrderModel.collection, 'customer_list')
}

/** Reports are listed by when their answer is due, and counted by who has them. */
async function replaceTicketIndex(): Promise<void> {
  await createCollectionsAndIndexes()
  await dropIndex(OrderModel.collection, 'tickets')
}

async function addRefundRequests(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillRequests()
}

async function addAuditChain(): Promise<void> {
  await createCollectionsAndIndexes()
  await queueRowsOfBefore()
}

async function addSupplierPacks(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillSupplierPacks()
}

async function addPauses(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillPauses()
}

async function addIncidents(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillParked()
}

async function addPriceCosts(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillPriceSets()
}

async function addCoins(): Promise<void> {
  await separateCoins()
  await fillUnitFields()
}

async function addWallets(): Promise<void> {
  await createCollectionsAndIndexes()
  await fillWallets()
}
