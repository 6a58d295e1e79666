import type { SearchResult } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import type { MenuScreen } from './side-menu.tsx'

export type PaletteEntry = {
  key: string
  group: string
  title: string
  detail: string
  icon: IconName
  /** What it is, at its end: the status of an order, or a word. */
  status?: string
  kind?: string
  href: string
  /** What is remembered when it is opened: a kind and an id, or the path of a screen. */
  recent?: string
  /** Outside the admin app. */
  isOutside?: true
}

type Context = {
  screens: readonly MenuScreen[]
  may: (permission: Permission) => boolean
  /** What the server found for `query.text`. */
  found: readonly SearchResult[]
  /** `recent` of the entries that were opened last. */
  recent?: readonly string[]
}

/** How a typed text is read: an action with its object, or a text to search for. */
type PaletteQuery = { verb: Verb | undefined; text: string }

const orderVerbs = {
  refund: { to: 'Refunded', title: 'Refund', icon: 'undo-2' },
  complete: { to: 'Completed', title: 'Complete', icon: 'circle-check' },
  cancel: { to: 'Cancelled', title: 'Cancel', icon: 'ban' },
} as const satisfies Record<string, { to: string; title: string; icon: IconName }>

const supplierVerbs = ['pause', 'stop', 'switch off'] as const
const productVerbs = ['price', 'prices', 'edit'] as const
type OrderVerb = keyof typeof orderVerbs
type Verb = OrderVerb | (typeof supplierVerbs)[number] | (typeof productVerbs)[number]

const verbs: readonly Verb[] = [
  ...(Object.keys(orderVerbs) as OrderVerb[]),
  ...supplierVerbs,
  ...productVerbs,
]

export function readPalette(typed: string): PaletteQuery {
  const text = typed.trim()
  const lower = text.toLowerCase()
  const verb = verbs.find((one) => lower === one || lower.startsWith(`${one} `))
  return verb ? { verb, text: text.slice(verb.length).trim() } : { verb, text }
}

/** The most results; the lists themselves have the rest. */
const maxEntries = 10

/** What the text leads to, for this role, best first: actions, screens, then what the server found. */
export function paletteEntries(typed: string, context: Context): PaletteEntry[] {
  if (typed.trim() === '') return [...recentEntries(context), ...screensFor('', context)]
  const query = readPalette(typed)
  const entries = [
    ...actionsFor(query, context),
    ...screensFor(typed, context),
    ...suppliersFor(query, context),
    ...recordsFor(context),
    ...orderActions(query, context),
  ]
  return entries.slice(0, maxEntries)
}

/** What was opened last, the latest first; only what the server found again, so that it is still there and allowed. */
function recentEntries(context: Context): PaletteEntry[] {
  const { recent = [] } = context
  const all = [...screensFor('', context), ...recordsFor(context)]
  return recent.flatMap((name) =>
    all
      .filter((entry) => entry.recent === name)
      .map((entry) => ({ ...entry, key: `recent ${name}`, group: 'Recent' })),
  )
}

/** Found again by their ids. */
const isRemembered = (what: SearchResult['what']) => what === 'order' || what === 'user' || what === 'wallet'

function actionsFor(query: PaletteQuery, context: Context): PaletteEntry[] {
  const { verb } = query
  if (verb === undefined) return []
  if (isOrderVerb(verb)) return ordersTo(verb, context)
  if (productVerbs.some((one) => one === verb)) return productsTo(verb, context)
  return context.may('incidents.manage') ? pausesFor(query.text) : []
}

const isOrderVerb = (verb: Verb): verb is OrderVerb => verb in orderVerbs

/** Opens the confirmation on the order's page, beside its evidence. */
function ordersTo(verb: OrderVerb, { may, found }: Context): PaletteEntry[] {
  const { to, title, icon } = orderVerbs[verb]
  if (!may('orders.decide')) return []
  return found
    .filter(({ what, status }) => what === 'order' && status === 'Processing')
    .map(({ id, detail }) => ({
      key: `${verb} ${id}`,
      group: 'Actions',
      title: `${title} ${groupId(id)}…`,
      detail: [detail, confirmsFirst].filter(Boolean).join('. '),
      icon,
      href: `/txn/${id}?do=${to}`,
    }))
}

/** Nothing happens before the confirmation on the page that an action leads to. */
const confirmsFirst = 'You confirm it on the order’s page'

function productsTo(verb: Verb, { may, found }: Context): PaletteEntry[] {
  const isEdit = verb === 'edit'
  if (!may(isEdit ? 'catalogue.edit' : 'catalogue.prices')) return []
  return found
    .filter(({ what }) => what === 'product')
    .map(({ id, title, detail }) => ({
      key: `${verb} ${id}`,
      group: 'Actions',
      title: isEdit ? `Edit ${title}` : `Change prices of ${title}`,
      detail,
      icon: 'repeat',
      href: isEdit ? `/editproduct/${id}` : `/price?product=${id}`,
    }))
}

const supplierNames = Object.keys(supplierTitles) as SupplierName[]

const pausesFor = (text: string): PaletteEntry[] =>
  supplierNames
    .filter((name) => hasWords(`${supplierTitles[name]} ${name}`, text))
    .map((name) => ({
      key: `pause ${name}`,
      group: 'Actions',
      title: `Pause ${supplierTitles[name]}…`,
      detail: 'Puts its orders on hold and notifies customers. You confirm it on the next page',
      icon: 'pause',
      href: `/incident?off=${name}`,
    }))

/** What people call a screen, in addition to its name. */
const aliases: Record<string, string> = {
  '/orders': 'board queue',
  '/txn': 'sales csv export',
  '/wallettxn': 'ledger',
  '/usersdata': 'customers users accounts',
  '/price': 'prices stock',
  '/admingallery': 'images banners',
  '/money': 'money sales margin',
  '/reconciliation': 'bank statement exceptions',
  '/suppliers': 'points balance',
  '/approvals': 'requests',
  '/incident': 'incident mode on hold',
  '/maintenance': 'failed jobs maintenance overdue',
  '/audit': 'history log',
  '/roles': 'staff permissions invite',
  '/second-factor': 'second factor authenticator',
}

const screensFor = (typed: string, { screens }: Context): PaletteEntry[] =>
  screens
    .filter(({ path, label }) => hasWords(`${label} ${aliases[path] ?? ''}`, typed))
    .map(({ path, label, icon, group = '' }) => ({
      key: path,
      group: 'Screens',
      title: label,
      detail: group,
      icon,
      kind: 'Screen',
      href: path,
      recent: `screen ${path}`,
    }))

function suppliersFor({ text }: PaletteQuery, { may }: Context): PaletteEntry[] {
  if (!may('suppliers.view') || text === '') return []
  return supplierNames
    .filter((name) => hasWords(`${supplierTitles[name]} ${name}`, text))
    .map((name) => ({
      key: `supplier ${name}`,
      group: 'Suppliers',
      title: supplierTitles[name],
      detail: 'Balance, deliveries and paused items',
      icon: 'zap',
      kind: 'Supplier',
      href: '/suppliers',
    }))
}

const records: Record<
  SearchResult['what'],
  { group: string; icon: IconName; kind?: string; address: (id: string) => string }
> = {
  order: { group: 'Orders', icon: 'receipt-text', address: (id) => `/txn/${id}` },
  orders: { group: 'Orders', icon: 'receipt-text', kind: 'Orders', address: (id) => `/txn?q=${id}` },
  user: { group: 'Customers', icon: 'user', kind: 'Customer', address: (id) => `/usersdata/${id}` },
  wallet: { group: 'Wallet', icon: 'wallet', kind: 'Transaction', address: (id) => `/wallettxn?q=${id}` },
  product: { group: 'Products', icon: 'package', kind: 'Product', address: (id) => `/viewproducts?q=${id}` },
}

const recordsFor = ({ found }: Context): PaletteEntry[] =>
  found.map(({ what, id, title, detail, status }) => {
    const { group, icon, kind, address } = records[what]
    return {
      key: `${what} ${id}`,
      group,
      title: groupId(title),
      detail,
      icon,
      href: address(encodeURIComponent(id)),
      ...(isRemembered(what) && { recent: `${what} ${id}` }),
      ...(status ? { status } : kind && { kind }),
    }
  })

/** Actions with the first order found. */
function orderActions({ verb }: PaletteQuery, { may, found }: Context): PaletteEntry[] {
  const order = found.find(({ what }) => what === 'order')
  if (!order || verb) return []
  const common = { group: `Actions for ${groupId(order.id)}`, detail: '' }
  const isOpen = order.status === 'Processing'
  return [
    ...(isOpen && may('board.view')
      ? [
          {
            ...common,
            key: `board ${order.id}`,
            title: 'Open in Pending Orders',
            icon: 'timer' as const,
            href: `/orders?order=${order.id}`,
          },
        ]
      : []),
    ...(isOpen ? ordersTo('refund', { may, found: [order], screens: [] }) : []).map((entry) => ({
      ...entry,
      ...common,
      detail: confirmsFirst,
    })),
    {
      ...common,
      key: `page ${order.id}`,
      title: 'Customer view',
      icon: 'external-link' as const,
      href: `/confirmation?client_txn_id=${order.id}`,
      isOutside: true as const,
    },
  ]
}

/** Whether each typed word begins a word of the name; without a word, every name matches. */
function hasWords(name: string, typed: string): boolean {
  const words = name.toLowerCase().split(/[\s.]+/)
  return typed
    .toLowerCase()
    .split(/[\s.]+/)
    .every((word) => words.some((one) => one.startsWith(word)))
}

/** The part of a title that was typed, ignoring blanks, hyphens and case: `[before, match, after]`. */
export function matchIn(title: string, typed: string): [string, string, string] {
  const bare = (text: string) => text.replace(/[\s-]+/g, '').toLowerCase()
  const at = bare(typed) === '' ? -1 : bare(title).indexOf(bare(typed))
  if (at < 0) return [title, '', '']
  const places = [...title].flatMap((letter, index) => (/[\s-]/.test(letter) ? [] : [index]))
  const [start = 0, end = 0] = [places[at], places[at + bare(typed).length - 1]]
  return [title.slice(0, start), title.slice(start, end + 1), title.slice(end + 1)]
}

/** What is unusual about a text that leads nowhere. */
export function oddity(typed: string): string {
  const bare = typed.replace(/[\s-]+/g, '')
  if (/^\+?\d{5,}$/.test(bare)) {
    return `A mobile number has 10 digits and a UPI reference 12; this has ${bare.replace('+', '').length}.`
  }
  if (/^J[PWT]\d/i.test(bare)) return `An order ID has 16 characters; this has ${bare.length}.`
  return 'Enter the start of a name, an ID, email, mobile or reference.'
}
