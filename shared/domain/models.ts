import type { Model, Schema } from 'mongoose'
import { IdempotencyKeyModel } from '../platform/idempotency-model.ts'
import { JobRunModel } from '../platform/job-runs.ts'
import { UniqueNameModel } from '../platform/names.ts'
import {
  EmailTokenModel,
  AccountNotificationModel,
  CodeHourModel,
  FactorModel,
  InvitationModel,
  OtpModel,
  SessionModel,
  SecondFactorChallengeModel,
  UserModel,
} from './accounts/index.ts'
import { AlertModel } from './alarms/index.ts'
import { ApprovalRequestModel, DayTotalModel } from './approvals/index.ts'
import { AuditVerificationModel, AuditModel, AuditSealModel, UnsealedRowModel } from './audit/index.ts'
import { ItemModel, ProductModel } from './catalogue/index.ts'
import { CustomerNoteModel } from './customers/index.ts'
import { VendorCallModel } from './exchanges/index.ts'
import { AccountModel, BalanceModel, PurchaseLogModel, UnclearBatchModel } from './fulfilment/index.ts'
import { ImageModel, MediaModel } from './gallery/index.ts'
import { IncidentModel } from './incidents/index.ts'
import { NotificationModel, SmsNumberModel } from './notifications/index.ts'
import { OrderCountersModel, OrderModel, DeliveryTimeModel, VaultModel } from './orders/index.ts'
import {
  ContinuousCheckModel,
  FullCheckModel,
  LedgerBalanceModel,
  LedgerSealModel,
  LedgerSealPartModel,
} from './payables/index.ts'
import { BankReferenceModel } from './payments/index.ts'
import { PointsEntryModel, PointsBalanceModel } from './points/index.ts'
import { PriceFloorsModel, PriceChangeModel } from './prices/index.ts'
import { PushSubscriptionModel } from './push/index.ts'
import { ReconciliationExceptionModel, ReconciliationRunModel } from './reconciliation/index.ts'
import { DailySalesModel } from './sales/index.ts'
import { ViewListModel } from './saved-views/index.ts'
import { SupplierProductModel } from './supply/index.ts'
import { JournalEntryModel, WalletTransactionModel, WalletModel } from './wallet/index.ts'

type AnyModel = Pick<Model<unknown>, 'modelName' | 'collection' | 'createCollection'> & {
  schema: Pick<Schema, 'indexes'>
}

/** Every Mongoose model: what is not here has neither collection nor indexes after the migrations. */
export const models: readonly AnyModel[] = [
  UserModel,
  UniqueNameModel,
  SessionModel,
  FactorModel,
  SecondFactorChallengeModel,
  OtpModel,
  EmailTokenModel,
  AccountNotificationModel,
  CodeHourModel,
  InvitationModel,
  IdempotencyKeyModel,
  JobRunModel,
  ProductModel,
  ItemModel,
  PriceChangeModel,
  PriceFloorsModel,
  ImageModel,
  MediaModel,
  NotificationModel,
  SmsNumberModel,
  PushSubscriptionModel,
  OrderModel,
  VaultModel,
  DeliveryTimeModel,
  OrderCountersModel,
  DailySalesModel,
  ReconciliationRunModel,
  ReconciliationExceptionModel,
  JournalEntryModel,
  LedgerSealModel,
  LedgerSealPartModel,
  LedgerBalanceModel,
  ContinuousCheckModel,
  FullCheckModel,
  WalletTransactionModel,
  WalletModel,
  PointsEntryModel,
  PointsBalanceModel,
  BankReferenceModel,
  AccountModel,
  VendorCallModel,
  BalanceModel,
  PurchaseLogModel,
  UnclearBatchModel,
  SupplierProductModel,
  AlertModel,
  AuditModel,
  AuditSealModel,
  UnsealedRowModel,
  AuditVerificationModel,
  ApprovalRequestModel,
  DayTotalModel,
  IncidentModel,
  CustomerNoteModel,
  ViewListModel,
]
