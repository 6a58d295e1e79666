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

/** What use cases reach the world through. Each takes the part it needs with `Pick`. */
export type Deps = {
  clock: Clock
  log: Logger
  env: Env
  redis: RedisClient
  queues: Queues
  publisher: Publisher
  /** Takes payments now. */
  gateway: PaymentGateway
  /** The gateway that made a payment: it alone is asked about it. */
  gatewayOf(name: string): PaymentGateway | undefined
  /** All gateways that payments may be with. */
  gatewayNames: readonly string[]
  suppliers: Suppliers
  /** What vendors were asked and answered: `write` has what this process heard in the database. */
  vendorCalls: { write(): Promise<void> }
  /** What suppliers' accounts answered, told without waiting: `write` has what this process was told in the database. */
  purchaseLog: {
    addPurchase(told: {
      account: string
      unit: { ref: string; state: string; code: string; cost: string }
      revision: number
    }): void
    addReading(account: string, reading: { answer: SupplierBalance; askedAt: Date }): void
    write(): Promise<void>
  }
  sms: SmsSender
  mail: MailSender
  /** Undefined where the shop has no key for it. */
  push: PushSender | undefined
  /** When suppliers are asked about what they have accepted; without it the jobs that bought it come back to ask. */
  polls?: Polls
  /** Aborted when this process is about to end: what can wait is left to another. */
  shutdownSignal?: AbortSignal
}
