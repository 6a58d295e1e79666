import { randomBytes } from 'node:crypto'
import { systemEnv } from '../../../scripts/launcher/stack-settings.ts'
import { simulatorCodes, simulatorKeys } from '../../simulators/start-simulators.ts'

/** Delays that customers would notice are short here, so that a scenario ends within a minute or two. */
export const timings = {
  PAYMENT_WINDOW_MS: '10000',
  MAX_UNPAID: '1000',
  PAYMENT_POLL_MS: '500,1000,2000',
  GATEWAY_TIMEOUT_MS: '3000',
  GATEWAY_CREATE_TIMEOUT_MS: '3000',
  SUPPLIER_TIMEOUT_MS: '1500',
  SUPPLIER_LATE_MS: '375',
  SUPPLIER_POLL_MS: '300',
  BALANCE_SETTLE_MS: '1500',
  PAYMENT_CHECK_GAP_MS: '300',
  SWEEP_INTERVAL_MS: '500',
  CONTINUOUS_CHECK_MS: '5000',
}

export type Settings = Record<string, string>

/** Settings of all processes of an environment; addresses are added for each. */
export function sharedSettings(publicUrl: string, more: Settings): NodeJS.ProcessEnv {
  return {
    ...systemEnv(),
    ...simulatorKeys,
    ...simulatorCodes,
    ...timings,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PUBLIC_URL: publicUrl,
    QUEUE_PREFIX: 'faults',
    SECRET_KEY: randomBytes(32).toString('base64'),
    SIMULATED_PROVIDERS: 'true',
    // The whole load comes from one address, and few customers place many orders.
    LIMIT_PER_CALLER: '100000',
    LIMIT_PER_ADDRESS: '100000',
    SMS_GAP_MS: '0',
    LIMIT_ORDERS: '100000',
    LIMIT_CALLBACKS: '100000',
    SOCKETS_PER_ADDRESS: '10000',
    SOCKETS_PER_USER: '1000',
    ...more,
  }
}
