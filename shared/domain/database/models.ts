import type { Model, Schema } from 'mongoose'
import { IdempotencyKeyModel } from '../../platform/idempotency-model.ts'
import { JobRunModel } from '../../platform/job-runs.ts'
import { UniqueNameModel } from '../../platform/names.ts'
import {
  AccountNotificationModel,
  CodeHourModel,
  EmailTokenModel,
  FactorModel,
  InvitationModel,
  OtpModel,
  SecondFactorChallengeModel,
  SessionModel,
  UserModel,
} from '../accounts/index.ts'
import { AlertModel } from '../alerts/index.ts'
import { ApprovalRequestModel, DayTotalModel } from '../approvals/index.ts'
import {
  AuditModel,
  AuditSealModel,
  AuditVerificationModel,
  PersonKeyModel,
  UnsealedRowModel,
} from '../audit/index.ts'
import { ViewListModel } from '../back-office/index.ts'
import { ImageModel, ItemModel, MediaModel, ProductModel } from '../catalogue/index.ts'
import { PriceChangeModel, PriceFloorsModel } from '../catalogue-admin/index.ts'
import { CustomerNoteModel } from '../customers/index.ts'
import { ErasureModel } from '../erasure/index.ts'
import { IncidentModel } from '../incidents/index.ts'
import {
  ContinuousCheckModel,
  FullCheckModel,
  LedgerBalanceModel,
  LedgerSealModel,
  LedgerSealPartModel,
} from '../maintenance/index.ts'
import { CountedOrdersModel, ShopAlertModel } from '../monitoring/index.ts'
import { NotificationModel, SmsNumberModel } from '../notifications/index.ts'
import {
  DeliveredCodeModel,
  DeliveryTimeModel,
  OrderCountersModel,
  OrderModel,
  VaultModel,
} from '../orders/index.ts'
import { BankReferenceModel } from '../payments/index.ts'
import { PostponedClearingModel } from '../person-data/index.ts'
import { PointsBalanceModel, PointsEntryModel } from '../points/index.ts'
import {
  AccountModel,
  BalanceModel,
  PurchaseLogModel,
  SupplierProductModel,
  UnclearBatchModel,
} from '../purchasing/index.ts'
import { PushSubscriptionModel } from '../push/index.ts'
import { RestorationModel } from '../recovery/index.ts'
import { DailySalesModel, ReconciliationExceptionModel, ReconciliationRunModel } from '../reports/index.ts'
import { VendorCallBlockModel } from '../vendor-calls/index.ts'
import { JournalEntryModel, WalletModel, WalletTransactionModel } from '../wallet/index.ts'

type AnyModel = Pick<Model<unknown>, 'modelName' | 'collection' | 'createCollection'> & {
  schema: Pick<Schema, 'indexes'>
}

/** Every Mongoose model. The migrations create collections and indexes only for these. */
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
  PostponedClearingModel,
  OrderModel,
  VaultModel,
  DeliveredCodeModel,
  DeliveryTimeModel,
  OrderCountersModel,
  CountedOrdersModel,
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
  VendorCallBlockModel,
  BalanceModel,
  PurchaseLogModel,
  UnclearBatchModel,
  SupplierProductModel,
  AlertModel,
  ShopAlertModel,
  AuditModel,
  AuditSealModel,
  UnsealedRowModel,
  AuditVerificationModel,
  PersonKeyModel,
  ApprovalRequestModel,
  DayTotalModel,
  IncidentModel,
  CustomerNoteModel,
  ViewListModel,
  RestorationModel,
  ErasureModel,
]
