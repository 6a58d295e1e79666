import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quietReporter } from '../../../scripts/launcher/reporter.ts'
import { startStack } from '../../../scripts/launcher/stack.ts'
import { takesPictures } from './picture.ts'

/** Short enough to be watched, long enough that no payment of a test is late, even after a picture. */
const intervals = {
  MAX_UNPAID: '100',
  PAYMENT_WINDOW_MS: takesPictures ? '1800000' : '25000',
  PAYMENT_POLL_MS: '300,600,1000',
  PAYMENT_CHECK_GAP_MS: '200',
  SUPPLIER_POLL_MS: '300',
}

/** All browsers of the journeys share one address and a few logins. */
const limits = {
  LIMIT_PER_CALLER: '10000',
  LIMIT_PER_ADDRESS: '10000',
  LIMIT_PAGES: '100000',
  LIMIT_MEDIA: '100000',
  SMS_GAP_MS: '2000',
  SMS_CODES_PER_HOUR: '40',
}

/**
 * Starts the whole shop for the journeys of one worker, on free ports and an empty folder, and puts its
 * addresses in E2E_URL, E2E_SIMULATOR_URL and E2E_MONGODB_URI. With E2E_URL given, that shop is used as it
 * runs, and left running.
 * @param settings of this shop, in addition to those of all journeys
 * @returns a function that stops it
 */
export async function startShop(settings: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) return async () => {}
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-e2e-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  try {
    const env = { ...process.env, ...intervals, ...limits, ...settings, ...separated(), PORT: '' }
    const stack = await startStack({ dataDir, env, reporter: quietReporter() })
    process.env.E2E_URL = stack.url
    process.env.E2E_SIMULATOR_URL = stack.simulatorUrl
    process.env.E2E_MONGODB_URI = stack.env.MONGODB_URI
    return async () => {
      await stack.stop()
      await removeData()
    }
  } catch (error) {
    await removeData()
    throw error
  }
}

/** A separate database and queue prefix on shared servers. */
function separated(): NodeJS.ProcessEnv {
  const name = `e2e-${randomBytes(4).toString('hex')}`
  const { MONGODB_URI } = process.env
  return {
    QUEUE_PREFIX: name,
    ...(MONGODB_URI && { MONGODB_URI: MONGODB_URI.replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${name}`) }),
  }
}
