import * as z from 'zod'
import {
  codes,
  count,
  decimal,
  describeEnvErrors,
  externalPage,
  flag,
  mailServer,
  ms,
  origins,
  pageId,
  paymentGatewayList,
  shopHours,
  supplierMoney,
  trustedProxies,
  url,
} from './env-fields.ts'
import { parseRedisAddress } from './redis-address.ts'
import { readSmsTemplates } from './sms-template-names.ts'

const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** The commit that this was built from; empty: unknown. */
  APP_REVISION: z
    .string()
    .regex(/^([0-9a-f]{7,40})?$/, 'must be the hash of a commit, or empty')
    .default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** A collector of traces (OTLP over HTTP), such as http://collector:4318. Without it none are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([url, z.literal('')]).default(''),
  /** The share of traces that is sent, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Where errors of the log are reported, such as to Sentry; or empty. */
  SENTRY_DSN: z.union([url, z.literal('')]).default(''),
  /** A folder in which security events and anchors of the audit log are kept as well; or empty. */
  EVIDENCE_DIR: z.string().default(''),
  /**
   * The address that the api and the workers' health check listen on; only this machine by default.
   */
  HOST: z
    .union([z.ipv4(), z.ipv6()], 'must be an IP address, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /**
   * The shop's address for browsers: redirects from the gateway and links in mails start with it.
   */
  PUBLIC_URL: url.default('http://localhost:3000'),
  /** Other origins whose pages may make calls and open sockets, with commas between. */
  CORS_ORIGINS: origins,
  /**
   * The proxies trusted for a caller's address (`X-Forwarded-For`): the number of hops in front of
   * us, or their addresses. 0: none.
   */
  TRUST_PROXY: trustedProxies,
  /**
   * How long an api process that stops still serves, without being ready: longer than a proxy keeps idle
   * connections to it. With what running requests may take it fits into the 65 s of docker-compose.yml.
   */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(10_000).default(0),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The port of the metrics for Prometheus, in api and workers. Not set: nothing is counted. 0: a free one. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** How often a worker counts what belongs to the shop, for metrics and alerts; accounts a quarter as often. */
  MONITORING_INTERVAL_MS: ms(15_000),
  /** Where a worker posts the shop's own alerts as JSON, and a mail address that gets them. Or empty. */
  ALERT_WEBHOOK_URL: z.union([z.literal(''), url]).default(''),
  ALERT_MAIL: z.union([z.literal(''), z.email()]).default(''),
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb://'),
  REDIS_URL: z.string().superRefine(describeEnvErrors(parseRedisAddress)),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('jhatpat'),
  /** Public: distinguishes our own apps from others, and protects nothing. */
  APP_KEY: z.string().min(1).default('storefront'),
  /** 32 random bytes in base64: encrypts what must be readable again. */
  SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64'),
  /**
   * The previous SECRET_KEY, for a day after a change: data encrypted with it stays readable. Or
   * empty.
   */
  SECRET_KEY_PREVIOUS: z
    .string()
    .refine((text) => text === '' || Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .default(''),
  /** Calls per minute: of one signed-in caller, and from one address without a session. */
  LIMIT_PER_CALLER: count(300),
  LIMIT_PER_ADDRESS: count(600),
  /** UPI orders, wallet orders and top-ups per minute, each, of one caller. */
  LIMIT_ORDERS: count(60),
  /**
   * Orders that an api process places at once, without those that wait for a vendor. More wait for a second at
   * most, or are refused. Fewer than the database connections of a process (40), so that other calls find one.
   */
  ORDERS_AT_ONCE: z.coerce.number().int().min(1).max(1_000).default(32),
  /** Callbacks of the gateway and the suppliers per minute from one address. */
  LIMIT_CALLBACKS: count(1_200),
  /**
   * Minimal time between two text messages to one number: the vendor refuses a sooner one (995). 0:
   * no limit.
   */
  SMS_GAP_MS: z.coerce.number().int().min(0).default(300_000),
  /**
   * Codes by text message per hour: of the whole shop, and to numbers with the same first five
   * digits.
   */
  SMS_CODES_PER_HOUR: count(300),
  SMS_CODES_PER_PREFIX: count(60),
  /**
   * Keys that a device derives for a proof of work, half a millisecond each on a computer and a few
   * on a phone.
   */
  PROOF_OF_WORK_TRIES: count(2_000),
  /** Rupees: a lower balance of the text message account is mailed to the owners, once a day. */
  SMS_BALANCE_ALERT: z.coerce.number().int().min(0).default(200),
  /**
   * Pages and pictures per minute from one address, of each api process. Many customers of a
   * carrier share one.
   */
  LIMIT_PAGES: count(600),
  LIMIT_MEDIA: count(6_000),
  /** Open sockets at one api process. Many customers of a mobile carrier share an address. */
  SOCKETS_PER_USER: count(20),
  SOCKETS_PER_ADDRESS: count(500),
  /** Lets admins retry, promote and remove jobs on the queue board; otherwise it is read-only. */
  QUEUE_BOARD_WRITES: flag.default(false),
  /**
   * Whether admins must have a second factor; empty: required in production, where it cannot be
   * optional.
   */
  ADMIN_SECOND_FACTOR: z.enum(['', 'required', 'optional']).default(''),
  /**
   * Minutes without a call after which an admin's session expires; 0: six hours after the login, as
   * for all users.
   */
  ADMIN_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .refine((minutes) => minutes === 0 || (minutes >= 5 && minutes <= 360), 'must be 0, or from 5 to 360')
    .default(0),
  /** Rupees: a larger adjustment of a wallet by an admin needs the approval of a second admin. */
  BALANCE_APPROVAL_ABOVE: z.coerce.number().int().min(0).default(10_000),
  /** Rupees: a larger manual refund of one order needs the approval of a second admin. */
  REFUND_APPROVAL_ABOVE: z.coerce.number().int().min(0).default(5_000),
  /**
   * Rupees: adjustments and refunds of one admin in a day beyond this need the approval of a second
   * admin.
   */
  ADMIN_DAY_TOTAL: z.coerce.number().int().min(0).default(20_000),
  /** Rupees: the same for all admins of a staff role together. */
  ROLE_DAY_TOTAL: z.coerce.number().int().min(0).default(60_000),
  /** Years after which the personal parts of ended orders and movements of money are cleared. */
  RETAIN_YEARS: z.coerce.number().int().min(1).max(50).default(9),
  /** `off` removes the storefront's service worker from every browser that has it. */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  /** Where to report a vulnerability: a `mailto:` or `https:` address for security.txt. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must start with mailto: or https://')
    .default('mailto:security@jhatpat.test'),
  PAYMENT_WINDOW_MS: ms(30 * 60_000),
  /** Delays between two payment checks; the last repeats until the payment expires. */
  PAYMENT_POLL_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be numbers of milliseconds with commas between')
    .default('5000,10000,20000,40000,60000')
    .transform((text) => text.split(',').map(Number)),
  /** How polling slows with a payment's age: pairs of age and interval, in ms. */
  PAYMENT_POLL_BACKOFF: z
    .string()
    .regex(/^\d+:\d+(,\d+:\d+)*$/, 'must be pairs of milliseconds such as 300000:120000')
    .default('300000:120000,900000:300000')
    .transform((text) =>
      text.split(',').map((pair) => {
        const [afterMs = 0, everyMs = 0] = pair.split(':').map(Number)
        return { afterMs, everyMs }
      }),
    ),
  /** Unpaid orders and top-ups that one customer may have open. */
  MAX_UNPAID: z.coerce.number().int().min(1).default(10),
  /** Points for each ₹100 of a delivered order, with two decimals at most; 0: none. */
  POINTS_PER_100_RUPEES: decimal('1'),
  /** Paise per point when points are redeemed. */
  POINT_VALUE_PAISE: z.coerce.number().int().min(1).max(100_000).default(100),
  /** Points for an order that is delivered later than promised; 0: none. */
  LATE_ORDER_POINTS: decimal('10'),
  /** The maximal value of those points, in percent of the order's price. */
  LATE_POINTS_PRICE_PERCENT: z.coerce.number().int().min(0).max(100).default(10),
  /** The maximum of those points for one customer on a day in India. */
  LATE_POINTS_PER_DAY: decimal('20'),
  /**
   * Hours of manual delivery, in India: `09:00-22:00`. No manual delivery becomes late outside
   * them.
   */
  SHOP_HOURS: shopHours,
  /** Minimal time between two checks of one payment. */
  PAYMENT_CHECK_GAP_MS: ms(2_000),
  GATEWAY_TIMEOUT_MS: ms(8_000),
  GATEWAY_CREATE_TIMEOUT_MS: ms(25_000),
  SUPPLIER_TIMEOUT_MS: ms(60_000),
  /**
   * How long after that a call may still take effect at the supplier: connecting, slow processes,
   * clock differences.
   */
  SUPPLIER_LATE_MS: ms(30_000),
  /** First delay before polling a supplier about an accepted unit; doubles up to five minutes. */
  SUPPLIER_POLL_MS: ms(2_000),
  /** Open calls of one worker process at a supplier that can be asked later for the result. */
  SUPPLIER_CONCURRENCY: z.coerce.number().int().min(1).default(20),
  /** Calls per second to a supplier account for id checks without a session, over all processes. */
  ID_CHECKS_PER_SECOND: z.coerce.number().int().min(1).default(5),
  /**
   * Open calls at a Smile.one account, over all processes: the purchases that its balance must
   * distinguish.
   */
  BALANCE_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(12, 'more than 12 unclear purchases at once explain too much: at most 12')
    .default(8),
  /** After this long the balance is read again before an unclear purchase counts as not made. */
  BALANCE_SETTLE_MS: ms(60_000),
  /**
   * Whether others spend from the Smile.one account too: then a person resolves every unclear
   * purchase.
   */
  SMILE_ACCOUNT_SHARED: flag.default(false),
  SWEEP_INTERVAL_MS: ms(2_000),
  SIMULATED_PROVIDERS: flag.default(false),
  /**
   * The gateways that take new payments, with commas between: the first that no incident stops is used. Those
   * left out are still asked about the payments that they created. Empty: all.
   */
  PAYMENT_GATEWAYS: paymentGatewayList,
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
  /** Smile.one's codes that finally reject an order, in addition to 201, 20003 and 20004. */
  SMILE_FINAL_CODES: codes,
  /** Its codes for a low balance, and for a signature error: retried for a while. */
  SMILE_LOW_BALANCE_CODES: codes,
  SMILE_SIGNATURE_CODES: codes,
  /** A supplier that asks more than this multiple of its list price is not bought from. */
  SUPPLIER_PRICE_FACTOR_MAX: z.coerce.number().min(1).default(1.05),
  /** Maximal age of the suppliers' price lists. */
  SUPPLIER_PRICE_LIST_MAX_AGE_MS: ms(6 * 3_600_000),
  ...supplierMoney,
  /**
   * The minimal margin over the cost, in percent of a price; the price sheet marks what is below.
   */
  PRICE_FLOOR_PERCENT: z.coerce.number().min(0).max(90).default(5),
  MOOGOLD_URL: url.default('https://moogold.com'),
  MOOGOLD_PARTNER_ID: z.string().min(1),
  MOOGOLD_SECRET: z.string().min(1),
  /** The previous account: only polled about its remaining orders. */
  MOOGOLD_PREVIOUS_PARTNER_ID: z.string().default(''),
  MOOGOLD_PREVIOUS_SECRET: z.string().default(''),
  /** The product pages under which MooGold lists its products and checks players. */
  MOOGOLD_MLBB_PAGE: pageId('15145'),
  MOOGOLD_GENSHIN_PAGE: pageId('428075'),
  MOOGOLD_HOK_PAGE: pageId('5177311'),
  SMS_URL: url.default('https://www.fast2sms.com'),
  SMS_KEY: z.string().min(1),
  SMS_ROUTE: z.enum(['q', 'dlt']).default('q'),
  SMS_SENDER_ID: z
    .string()
    .regex(/^([A-Za-z0-9]{3,6})?$/, 'must be the registered sender id of 3 to 6 letters')
    .default(''),
  /**
   * `order_completed=123456,…`: the registered template of each message; a message without one is
   * sent by mail alone.
   */
  SMS_TEMPLATES: z
    .string()
    .regex(/^([a-z_]+=\d+(,[a-z_]+=\d+)*)?$/, 'must be like order_completed=123456,order_refunded=123457')
    .superRefine(describeEnvErrors(readSmsTemplates))
    .default('')
    .transform((text) => readSmsTemplates(text)),
  SMTP_URL: mailServer,
  /** The sender; its name is the shop's name in mails. */
  MAIL_FROM: z.string().default('Jhatpat <orders@jhatpat.test>'),
  /**
   * An OIDC provider as another way to sign in: its address (`https://shop.eu.auth0.com`) and the
   * shop's client id there. Off until both are set.
   */
  OIDC_ISSUER_URL: z
    .union([z.literal(''), url])
    .default('')
    .transform((text) => text.replace(/\/$/, '')),
  OIDC_CLIENT_ID: z.string().default(''),
  /** The API that tokens are requested for, where the provider needs one named. */
  OIDC_AUDIENCE: z.string().default(''),
  /** The provider's name on the sign-in button: "Continue with Google". */
  OIDC_BUTTON_TITLE: z.string().min(1).max(40).default('another account'),
  /**
   * Signs push messages about orders (Web Push): 32 bytes in base64url, from `npm run cli --
   * push:keys`. Empty: off.
   */
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^([\w-]{43})?$/, 'must be made by npm run cli -- push:keys')
    .default(''),
  /**
   * The origin of a simulated push service, which receives messages although it is not public. Or
   * empty.
   */
  PUSH_EXTRA_ORIGIN: z.union([z.literal(''), url]).default(''),
  /** The contact named in mails and on the pages of late and closed orders. */
  SUPPORT_CONTACT: z.string().min(1).default('support@jhatpat.test'),
  /** The shop's address on receipts, lines separated by `|`. */
  SHOP_ADDRESS: z.string().max(300).default(''),
  /** The shop's GST number. When set, receipts show the tax included in the price. */
  GSTIN: z
    .union([z.literal(''), z.string().regex(/^\d{2}[A-Z0-9]{13}$/, 'must be a GST number of 15 characters')])
    .default(''),
  GST_PERCENT: z.coerce.number().min(0).max(100).default(18),
  /** Hours in which our team answers a ticket about an order that was not received. */
  TICKET_REPLY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /**
   * The number of our messaging app (WhatsApp): digits with the country code, such as 919812345678.
   * Or empty.
   */
  SUPPORT_PHONE: z
    .string()
    .regex(/^(\d{10,15})?$/, 'must be digits with the country’s, such as 919812345678')
    .default(''),
  /**
   * The page of our chat, such as https://t.me/a-shop, which takes a message as `text`. Or empty.
   */
  SUPPORT_CHAT_URL: externalPage,
  /** The shop's pages on other sites, which the footer links to. Or empty. */
  SOCIAL_INSTAGRAM: externalPage,
  SOCIAL_YOUTUBE: externalPage,
  SOCIAL_TELEGRAM: externalPage,
  /** The seller for the policies: legal name and address. Or empty. */
  SELLER_NAME: z.string().max(300).default(''),
  /**
   * The grievance officer's name and contact; the contact defaults to SUPPORT_CONTACT. Or empty.
   */
  GRIEVANCE_OFFICER: z.string().max(100).default(''),
  GRIEVANCE_CONTACT: z.string().max(200).default(''),
  /**
   * The public key that backups are encrypted to, from `npm run cli -- backup:keys`. The private key is never on the
   * shop's machines. Empty: no backups.
   */
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^(age1[a-z0-9]{58})?$/, 'must be made by npm run cli -- backup:keys')
    .default(''),
  /** The folder of the backups: on another disk, or copied to one. */
  BACKUP_DIR: z.string().default('backups'),
  /** Hours between two backups. */
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /** Days for which backups and the tail of the oplog are kept; the newest backup is always kept. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
})

/**
 * Every setting of every process, parsed at start; secrets have no default. `.env.example` lists
 * the same names (a test compares them).
 */
export const envSchema = settings.refine((env) => env.SMS_ROUTE !== 'dlt' || env.SMS_SENDER_ID !== '', {
  path: ['SMS_SENDER_ID'],
  error: 'SMS_ROUTE=dlt needs the registered sender id',
})

export type Env = z.output<typeof envSchema>
