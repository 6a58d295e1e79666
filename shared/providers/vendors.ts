/**
 * Every external system that the shop uses. Data only: it imports nothing, and any module may read
 * it.
 *
 * A vendor's name is also the name of its simulator, of the simulator's journal and of its path
 * below `/control`. Derived from an entry here: the launcher's choice between vendor and simulator,
 * the demo's keys, the banner, the production checks, the network links of fault runs, and the
 * journals that the checker of those runs reads. A new vendor also needs:
 * - its settings in `shared/platform/env.ts` (else it does not compile) and in `.env.example`,
 *   `docker-compose.yml` and `deploy/simulated.env` (their tests name the line to write);
 * - its adapter in the registry of its kind, under the names in `adapters` (`vendors.test.ts`);
 * - its simulator and the keys that it accepts in `tests/simulators/start-simulators.ts`, and for a
 *   supplier its purchases under load in `tests/faults/load/plan.ts` (else it does not compile);
 * - for a supplier, the journal entry of a purchase that `bought` describes
 *   (`tests/faults/checker/every-supplier.test.ts`).
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
  /** Its name for people, in the banner and in error messages. */
  title: string
  /** Its names in the registry of its kind: one for each account. */
  adapters: readonly string[]
  /** The setting that holds its address. */
  address: string
  /** The settings required to use the real vendor, and the form of each. */
  keys: Readonly<Record<string, KeyForm>>
  /** The shop runs without it: its feature is off until its address and keys are all set. */
  isOptional?: true
  /**
   * Its simulator: below the simulators' HTTP address under the vendor's name, or at their SMTP
   * port.
   */
  simulator: {
    protocol: 'http' | 'smtp'
    /** Settings that match the simulator's answers. */
    settings?: Readonly<Record<string, string>>
  }
}

/** `address`: the vendor's address itself, with a login in it. */
export type KeyForm = 'secret' | 'uuid' | 'number' | 'email' | 'address'

export type GatewayVendor = Common & {
  kind: 'payment'
  /**
   * The journal's entry for a captured payment, and its fields for our attempt's id, the gateway's
   * id and the amount.
   */
  took: { entry: string; link: string; id: string; paise: string }
}

export type SupplierVendor = Common & { kind: 'supplier'; bought: Bought }

/**
 * The entry of a supplier's journal for a purchase that is or will be delivered, and its fields.
 */
export type Bought = {
  entry: string
  /** The field with the player's id, or with the account fields, of which it is the first. */
  player: string
  /** The field with the zone or server, or with the account fields, of which it is the second. */
  zone: string
  pack: string
  /** The reference that people find the purchase by. */
  reference: string
  /** The entry that reverses a purchase: the one with the same value in this field. */
  givenBack?: { entry: string; same: string }
}

export type MessageVendor = Common & { kind: 'sms' | 'mail' }

/** Browsers open it themselves, so its address must be reachable for them. */
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

/** The vendors, each with its name. */
export const everyVendor = Object.entries(vendors).map(([name, vendor]) => ({
  ...vendor,
  name,
})) as NamedVendor[]
export type NamedVendor = Vendor & { name: VendorName; address: VendorAddress }
