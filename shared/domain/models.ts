import type { Model, Schema } from 'mongoose'
import { IdempotencyKeyModel } from '../platform/idempotency-model.ts'
import { JobRunModel } from '../platform/job-runs.ts'
import { NameModel } from '../platform/names.ts'
import {
  AccountLinkModel,
  AccountNotificationModel,
  CodeHourModel,
  FactorModel,
  InvitationModel,
  OtpModel,
  SessionModel,
  SignInTicketModel,
  UserModel,
} from './accounts/index.ts'
import { AlertModel } from './alarms/index.ts'
import { AdminRequestModel, DayTotalModel } from './approvals/index.ts'
import { AuditCheckModel, AuditModel, AuditSealModel, AuditWaitingModel } from './audit/index.ts'
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
import { PriceFloorsModel, PriceSetModel } from './prices/index.ts'
import { PushSubscriptionModel } from './push/index.ts'
import { ExceptionModel, ReconciliationModel } from './reconciliation/index.ts'
import { SalesModel } from './sales/index.ts'
import { ViewShelfModel } from './saved-views/index.ts'
import { SupplierProductModel } from './supply/index.ts'
import { JournalEntryModel, WalletTransactionModel, WalletModel } from './wallet/index.ts'

type AnyModel = Pick<Model<unknown>, 'modelName' | 'collection' | 'createCollection'> & {
  schema: Pick<Schema, 'indexes'>
}

/** Every Mongoose model: what is not here has neither collection nor indexes after the migrations. */
export const models: readonly AnyModel[] = [
  UserModel,
  NameModel,
  SessionModel,
  FactorModel,
  SignInTicketModel,
  OtpModel,
  AccountLinkModel,
  AccountNotificationModel,
  CodeHourModel,
  InvitationModel,
  IdempotencyKeyModel,
  JobRunModel,
  ProductModel,
  ItemModel,
  PriceSetModel,
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
  SalesModel,
  ReconciliationModel,
  ExceptionModel,
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
  AuditWaitingModel,
  AuditCheckModel,
  AdminRequestModel,
  DayTotalModel,
  IncidentModel,
  CustomerNoteModel,
  ViewShelfModel,
]
