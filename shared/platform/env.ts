import * as z from 'zod'
import { productionFaults } from './production-faults.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const ms = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const codes = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be numbers with commas between, or empty')
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
const pageId = (fallback: string) => z.string().regex(/^\d+$/, 'must be a number').default(fallback)
const url = z.url({ protocol: /^https?$/ })

/**
 * Every setting of every process. Parsed first thing; secrets have no default. `.env.example` lists the same
 * names (a test compares them).
 */
export const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The address that the api and the workers' health check listen on: nobody else's machine, unless it is set. */
  HOST: z
    .union([z.ipv4(), z.ipv6()], 'must be an IP address, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Where browsers reach us: redirects from the gateway and links in mails start with it. */
  PUBLIC_URL: url.default('http://localhost:3000'),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb://'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis://'),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('jhatpat'),
  /** Public: tells our own apps from others, and protects nothing. */
  APP_KEY: z.string().min(1).default('storefront'),
  /** 32 random bytes in base64: encrypts what must be readable again. */
  SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64'),
  PAYMENT_WINDOW_MS: ms(30 * 60_000),
  /** First waits between two looks for the money; the last repeats until the window closes. */
  PAYMENT_POLL_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be numbers of milliseconds with commas between')
    .default('5000,10000,20000,40000,60000')
    .transform((text) => text.split(',').map(Number)),
  GATEWAY_TIMEOUT_MS: ms(8_000),
  SUPPLIER_TIMEOUT_MS: ms(60_000),
  /** First wait before asking a supplier again about an accepted unit; doubles up to five minutes. */
  SUPPLIER_POLL_MS: ms(2_000),
  /** Calls that one worker process has open at a supplier that can be asked later what became of them. */
  SUPPLIER_CALLS_AT_ONCE: z.coerce.number().int().min(1).default(10),
  /** Calls open at once at a Smile.one account, over all processes: what its balance must tell apart. */
  SMILE_GROUP_SIZE: z.coerce.number().int().min(1).max(64).default(8),
  /** After this long the balance is read again before an unclear purchase counts as not made. */
  SMILE_SETTLE_MS: ms(60_000),
  /** Whether others spend from the Smile.one account too: then a person decides whatever is unclear. */
  SMILE_ACCOUNT_SHARED: flag.default(false),
  SWEEP_MS: ms(2_000),
  PROVIDERS_SIMULATED: flag.default(false),
  UPIGATEWAY_URL: url.default('https://api.ekqr.in'),
  UPIGATEWAY_KEY: z.string().min(1),
  PAYEE_NAME: z.string().default('Jhatpat'),
  SMILE_URL: url.default('https://www.smile.one'),
  SMILE_UID: z.string().min(1),
  SMILE_EMAIL: z.email(),
  SMILE_KEY: z.string().min(1),
  SMILE_BLOCKED_REGIONS: z
    .string()
    .default('b')
    .transform((text) => text.split(',').filter(Boolean)),
  /** Smile.one's codes that end an order for certain, beside 201, 20003 and 20004. */
  SMILE_FINAL_CODES: codes,
  /** Its codes for too few points, and for trouble with our signature: tried again for a while. */
  SMILE_POINTS_CODES: codes,
  SMILE_SIGN_CODES: codes,
  /** A supplier that wants more than so many times its list price is not bought from. */
  SUPPLIER_PRICE_FACTOR_MAX: z.coerce.number().min(1).default(1.05),
  /** How old the suppliers' price lists may get before they are read again. */
  SUPPLIER_PRICES_MS: ms(6 * 3_600_000),
  MOOGOLD_URL: url.default('https://moogold.com'),
  MOOGOLD_PARTNER_ID: z.string().min(1),
  MOOGOLD_SECRET: z.string().min(1),
  /** The product pages under which MooGold lists packs and checks players. */
  MOOGOLD_MLBB_PAGE: pageId('15145'),
  MOOGOLD_GENSHIN_PAGE: pageId('428075'),
  MOOGOLD_HOK_PAGE: pageId('5177311'),
  SMS_URL: url.default('https://www.fast2sms.com'),
  SMS_KEY: z.string().min(1),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must start with smtp://'),
  MAIL_FROM: z.string().default('Jhatpat <orders@jhatpat.test>'),
})

export type Env = z.output<typeof envSchema>

/**
 * Reads the environment, or prints every bad field with its reason and ends the process with code 1. With
 * NODE_ENV=production the settings must be a real shop's as a whole, too.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsed = envSchema.safeParse(source)
  const faults = parsed.success
    ? parsed.data.NODE_ENV === 'production'
      ? productionFaults(parsed.data)
      : []
    : parsed.error.issues.map((issue) => issueSentence(issue, source))
  if (parsed.success && faults.length === 0) return parsed.data
  for (const fault of faults) console.error(fault)
  process.exit(1)
}

function issueSentence({ path, message }: z.core.$ZodIssue, source: NodeJS.ProcessEnv): string {
  const name = path.join('.')
  return `Setting ${name} ${source[name] === undefined ? 'is missing' : `is wrong: ${message}`}.`
}
