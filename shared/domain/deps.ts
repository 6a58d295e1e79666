import type { Clock } from '../platform/clock.ts'
import type { Env } from '../platform/env.ts'
import type { Logger } from '../platform/logger.ts'
import type { Polls } from '../platform/polls.ts'
import type { Queues } from '../platform/queues.ts'
import type { Publisher } from '../platform/realtime.ts'
import type { RedisClient } from '../platform/redis.ts'
import type { MailSender } from '../providers/mail/mail-sender.ts'
import type { PaymentGateway } from '../providers/payments/payment-gateway.ts'
import type { PushSender } from '../providers/push/push-sender.ts'
import type { SmsSender } from '../providers/sms/sms-sender.ts'
import type { Suppliers } from '../providers/suppliers/registry.ts'
import type { SupplierBalance } from '../providers/suppliers/supplier.ts'

/** Dependencies of use cases on the outside. Each use case takes the part it needs with `Pick`. */
export type Deps = {
  clock: Clock
  log: Logger
  env: Env
  redis: RedisClient
  queues: Queues
  publisher: Publisher
  /** The gateway that created a payment; only it is asked about the payment. */
  gatewayOf(name: string): PaymentGateway | undefined
  /** All gateways with payments. */
  gatewayNames: readonly string[]
  suppliers: Suppliers
  /** The log of vendor calls; `write` stores what this process has captured. */
  vendorCalls: { write(): Promise<void> }
  /** The log of suppliers' answers, written without waiting; `write` stores what this process has collected. */
  purchaseLog: {
    addPurchase(update: {
      account: string
      unit: { ref: string; state: string; code: string; cost: string }
      revision: number
    }): void
    addReading(account: string, reading: { answer: SupplierBalance; askedAt: Date }): void
    write(): Promise<void>
  }
  sms: SmsSender
  mail: MailSender
  /** Undefined without a push key. */
  push: PushSender | undefined
  /** Plans polls of accepted purchases; without it the purchasing jobs poll themselves. */
  polls?: Polls
  /** Aborted when this process shuts down: work that can wait is left to another process. */
  shutdownSignal?: AbortSignal
}
