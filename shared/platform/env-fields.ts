import { isIP } from 'node:net'
import * as z from 'zod'
import { isPaymentGatewayName, paymentGatewayNames } from '../contracts/payment-gateways.ts'
import { percentDecoded } from './percent-decoded.ts'

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const ms = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
export const codes = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be numbers with commas between, or empty')
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
export const paymentGatewayList = z
  .string()
  .default(paymentGatewayNames.join(','))
  .refine(
    (text) => text.split(',').every(isPaymentGatewayName),
    `must be of ${paymentGatewayNames.join(', ')}, with commas between`,
  )
  .transform((text) => text.split(',').filter(isPaymentGatewayName))
export const pageId = (fallback: string) => z.string().regex(/^\d+$/, 'must be a number').default(fallback)
export const describeEnvErrors =
  (parse: (text: string) => unknown) => (text: string, context: z.RefinementCtx<string>) => {
    try {
      parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    }
  }
/** Parses `09:00-22:00` to minutes after midnight. */
export const shopHours = z
  .string()
  .regex(/^\d{2}:[0-5]\d-\d{2}:[0-5]\d$/, 'must be like 09:00-22:00')
  .default('00:00-24:00')
  .transform((text) => {
    const [fromMinute = 0, toMinute = 0] = text.split('-').map((time) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return 60 * hours + minutes
    })
    return { fromMinute, toMinute }
  })
  .refine(
    ({ fromMinute, toMinute }) => fromMinute < toMinute && toMinute <= 1_440,
    'must begin before they end, at 24:00 at the latest',
  )

export const url = z.url({ protocol: /^https?$/ })
/** A page of the shop on another site. */
export const externalPage = z
  .union([z.literal(''), z.url({ protocol: /^https$/ })], 'must be an https address, or empty')
  .default('')
export const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** The mail client decodes the user name and password in it. */
export const mailServer = z
  .string()
  .refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text), 'must be like smtp://host:587')
  .superRefine(describeEnvErrors(percentDecoded))

/**
 * A number of hops, or addresses and networks. Names such as "private" are rejected: any host may
 * be in such a network.
 */
export const trustedProxies = z
  .string()
  .default('0')
  .transform((text): number | string[] => {
    if (/^\d{0,2}$/.test(text.trim())) return Number(text)
    return text.split(',').map((part) => part.trim())
  })
  .refine(
    (trusted) => typeof trusted === 'number' || trusted.every(isAddressOrNetwork),
    'must be a number of hops, or IP addresses and networks with commas between',
  )

/** Exact origins as browsers send them: no wildcard, no path, no `null`. */
export const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (all) => all.every((one) => /^https?:/.test(one) && URL.canParse(one) && new URL(one).origin === one),
    'must be origins such as https://partner.example with commas between, or empty',
  )

/** A number below 100 with at most two decimals. */
export const decimal = (fallback: string) =>
  z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a number such as 1 or 2.5, with two decimals at most')
    .default(fallback)
    .transform(Number)

/** A number for each account: `SMILEBR:142,MOOGOLD:8800`. */
const perAccount = z
  .string()
  .regex(/^([A-Z]+:\d{1,7}(\.\d{1,4})?(,(?=[A-Z])|$))*$/, 'must be like SMILEBR:142,MOOGOLD:8800')
  .default('')
  .transform((text) => new Map(text.split(',').filter(Boolean).map(ratePair)))

/** An address for each account: `SMILEBR=https://…,MOOGOLD=https://…`. */
const addressPerAccount = z
  .string()
  .regex(
    /^([A-Z]+=https:\/\/[^\s,"'<>]+(,(?=[A-Z])|$))*$/,
    'must be like SMILEBR=https://…,MOOGOLD=https://…',
  )
  .default('')
  .transform(
    (text) =>
      new Map(
        text
          .split(',')
          .filter(Boolean)
          .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
      ),
  )

function ratePair(pair: string): [account: string, number: number] {
  const [account = '', number] = pair.split(':')
  return [account, Number(number)]
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Settings about the balances at suppliers. */
export const supplierMoney = {
  /**
   * What a unit of each supplier's currency costs us, in paise; costs in rupees are shown only
   * where it is set.
   */
  SUPPLIER_CURRENCY_PAISE: perAccount,
  /**
   * How often each account's balance is read, a low one three times as often; 0: only around
   * purchases and on request.
   */
  SUPPLIER_BALANCE_INTERVAL_MS: ms(60_000),
  /** How often a sample of open orders is checked against the invariants; 0: never. */
  CONTINUOUS_CHECK_MS: ms(60_000),
  /**
   * The balance below which an alert is raised, in each account's own currency, unless set on the
   * suppliers' screen.
   */
  SUPPLIER_LOW_BALANCE: perAccount,
  /** Where each account is topped up: a link on the suppliers' screen. */
  SUPPLIER_TOP_UP_URLS: addressPerAccount,
} as const
