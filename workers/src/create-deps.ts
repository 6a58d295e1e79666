import { usePersonKeys } from '@jhatpat/shared/domain/audit/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { breakerAccount } from '@jhatpat/shared/domain/payments/index.ts'
import { createPurchaseLog } from '@jhatpat/shared/domain/purchasing/index.ts'
import { createVendorCallLog } from '@jhatpat/shared/domain/vendor-calls/index.ts'
import { slowDown } from '@jhatpat/shared/platform/circuit-breaker.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { createEmitter } from '@jhatpat/shared/platform/realtime.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { createMailSender } from '@jhatpat/shared/providers/mail/registry.ts'
import { createPaymentGateways } from '@jhatpat/shared/providers/payments/registry.ts'
import { createPushSender } from '@jhatpat/shared/providers/push/registry.ts'
import { createSmsSender } from '@jhatpat/shared/providers/sms/registry.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'

type Parts = { env: Env; log: Logger; clock: Clock }

/** The dependencies of a worker process, or of a command. Redis is not checked: it may be unavailable. */
export function createDeps({ env, log, clock }: Parts): { deps: Deps; close(): Promise<void> } {
  usePersonKeys(env)
  const redis = connectRedis(env.REDIS_URL, log)
  const queues = createQueues({ redis, prefix: env.QUEUE_PREFIX, clock, log })
  const vendorCalls = createVendorCallLog({ clock, log })
  const purchaseLog = createPurchaseLog({ clock, log })
  const { capture } = vendorCalls
  const publisher = createEmitter({ redis, prefix: env.QUEUE_PREFIX, log })
  const onRateLimited = (account: string, ms: number) => slowDown({ redis, env, clock, log }, account, ms)
  const deps: Deps = {
    env,
    log,
    clock,
    redis,
    queues,
    vendorCalls,
    purchaseLog,
    publisher,
    ...createPaymentGateways({
      ...env,
      capture,
      onRateLimited: (gateway, ms) => onRateLimited(breakerAccount(gateway), ms),
    }),
    suppliers: createSuppliers({ ...env, clock, capture, onRateLimited }),
    sms: createSmsSender(env),
    mail: createMailSender(env),
    push: createPushSender(env),
  }
  const close = async () => {
    await vendorCalls.close()
    await purchaseLog.write()
    await queues.close().catch(() => undefined)
    await publisher.sent()
    deps.mail.close()
    redis.disconnect()
  }
  return { deps, close }
}
