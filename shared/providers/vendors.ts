/**
 * Every outside system that the shop talks to. Data alone: it imports nothing, and everything may read it.
 *
 * A line's name is what its simulator, that one's journal and its address below `/control` are called. What follows
 * from a line by itself: the launcher's choice between it and its simulator, the demo's keys, the banner, what
 * production refuses, the fault runs' wires, and which journals the checker of those runs judges. What it needs
 * besides, and what asks for it:
 * - its settings in `shared/platform/env.ts` (does not compile) and in `.env.example`, `docker-compose.yml` and
 *   `scripts/docker/simulated.env` (their tests name the line to write);
 * - its adapter in the registry of its kind, under the names in `adapters` (`vendors.test.ts`);
 * - its simulator and the keys that open it in `tests/simulators/start-simulators.ts`, and for a supplier what it is
 *   asked for under load in `tests/faults/load/plan.ts` (does not compile);
 * - for a supplier, that a purchase leaves the entry that `bought` describes (`tests/faults/checker/every-supplier.test.ts`).
 */
export const vendors = {
  upigateway: {
    title: 'UPIGateway',
    kind: 'payment',
    adapters: ['upigateway'],
    address: 'UPIGATEWAY_URL',
    keys: { UPIGATEWAY_KEY: 'uuid' },
    simulator: { protocol: 'http' },
    took: { entry: 'captured', link: 'client_txn_id', id: 'id', paise: 'amountPaise' },
  },
  smileone: {
    title: 'Smile.one',
    kind: 'supplier',
    adapters: ['SMILEBR', 'SMILEPH'],
    address: 'SMILE_URL',
    keys: { SMILE_UID: 'number', SMILE_EMAIL: 'email', SMILE_KEY: 'secret' },
    simulator: {
      protocol: 'http',
      settings: { SMILE_LOW_BALANCE_CODES: '20010', SMILE_SIGNATURE_CODES: '40001,40002' },
    },
    bought: {
      entry: 'delivery',
      player: 'userid',
      zone: 'zoneid',
      pack: 'productid',
      reference: 'order_id',
    },
  },
  moogold: {
    title: 'MooGold',
    kind: 'supplier',
    adapters: ['MOOGOLD'],
    address: 'MOOGOLD_URL',
    keys: { MOOGOLD_PARTNER_ID: 'secret', MOOGOLD_SECRET: 'secret' },
    simulator: { protocol: 'http' },
    bought: {
      entry: 'order',
      player: 'account',
      zone: 'account',
      pack: 'variation_id',
      reference: 'partnerOrderId',
      givenBack: { entry: 'refund', same: 'order_id' },
    },
  },
  sms: {
    title: 'Fast2SMS',
    kind: 'sms',
    adapters: ['fast2sms'],
    address: 'SMS_URL',
    keys: { SMS_KEY: 'secret' },
    simulator: { protocol: 'http' },
  },
  signin: {
    title: 'hosted sign-in',
    kind: 'sign_in',
    adapters: ['oidc'],
    address: 'OIDC_ISSUER_URL',
    keys: { OIDC_CLIENT_ID: 'secret' },
    isOptional: true,
    simulator: { protocol: 'http' },
  },
  mail: {
    title: 'mail',
    kind: 'mail',
    adapters: ['smtp'],
    address: 'SMTP_URL',
    keys: { SMTP_URL: 'address' },
    simulator: { protocol: 'smtp' },
  },
} as const satisfies Record<string, Vendor>

export type Vendor = GatewayVendor | SupplierVendor | MessageVendor | SignInVendor

type Common = {
  /** What people call it, in the banner and in refusals. */
  title: string
  /** Its names in the registry of its kind: one for each account. */
  adapters: readonly string[]
  /** The setting that holds its address. */
  address: string
  /** The settings without which the real one can't be used, and of what form each is. */
  keys: Readonly<Record<string, KeyForm>>
  /** The shop runs without it: what it does is off until its address and keys are all set. */
  isOptional?: true
  /** Where its stand-in answers: below the simulators' HTTP address under the line's name, or at their SMTP port. */
  simulator: {
    protocol: 'http' | 'smtp'
    /** Settings that fit what the stand-in answers. */
    settings?: Readonly<Record<string, string>>
  }
}

/** `address`: the vendor's address itself, with a login in it. */
export type KeyForm = 'secret' | 'uuid' | 'number' | 'email' | 'address'

export type GatewayVendor = Common & {
  kind: 'payment'
  /** Its journal's entry for money taken, and the fields that hold our link's id, the gateway's id and the sum. */
  took: { entry: string; link: string; id: string; paise: string }
}

export type SupplierVendor = Common & { kind: 'supplier'; bought: Bought }

/** The entry of a supplier's journal that means goods delivered or bound to be, and the fields that say which. */
export type Bought = {
  entry: string
  /** The field with the player's id, or with the fields of the account, of which it is the first. */
  player: string
  /** The field with the zone or server, or with the fields of the account, of which it is the second. */
  zone: string
  pack: string
  /** What people find the purchase by. */
  reference: string
  /** The entry that takes a purchase back: the one with the same value in this field. */
  givenBack?: { entry: string; same: string }
}

export type MessageVendor = Common & { kind: 'sms' | 'mail' }

/** Browsers go there themselves, so its address is one that they reach. */
export type SignInVendor = Common & { kind: 'sign_in' }

type Vendors = typeof vendors
export type VendorName = keyof Vendors
export type SupplierVendorName = {
  [Name in VendorName]: Vendors[Name]['kind'] extends 'supplier' ? Name : never
}[VendorName]
type NamesOf<Form, V> = V extends { keys: infer Keys }
  ? { [Name in keyof Keys]: Keys[Name] extends Form ? Name : never }[keyof Keys]
  : never

/** The settings that hold vendors' keys of some form. */
export type VendorKey<Form extends KeyForm = KeyForm> = NamesOf<Form, Vendors[VendorName]>
/** The settings that hold vendors' addresses. */
export type VendorAddress = Vendors[VendorName]['address']

/** The lines, each with its name. */
export const everyVendor = Object.entries(vendors).map(([name, vendor]) => ({
  ...vendor,
  name,
})) as NamedVendor[]
export type NamedVendor = Vendor & { name: VendorName; address: VendorAddress }
