import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'

/**
 * What a field of a call names, which decides the callers that may send it. Unknown names get the same reply as other
 * people's.
 */
export type Named =
  /** The caller's own `_id` or `userid`; any user's for admins with access to customers. */
  | 'user'
  /** The caller's own, for admins too: admins act for others by recorded calls. */
  | 'own user'
  | 'order'
  /** An order of the caller's own, for admins too. */
  | 'own order'
  | 'top-up'
  /** An order or a top-up. */
  | 'payment'
  /** One of the caller's sessions, for admins too. */
  | 'session'
  /** One of the caller's browsers, for admins too. */
  | 'device'
  /** The last row of a page: another customer's shows none of their rows. */
  | 'cursor'
  /** A part of the catalogue, which is public. */
  | 'catalogue'

export type AccessRule = {
  who: 'anyone' | 'signed in' | 'admin'
  /** The permissions that an admin's staff role must have: all of them. */
  may?: readonly Permission[]
  /** Roles that need an approval for it may call, and thereby request one. */
  asks?: true
  /** What each id of a call that needs a session names. */
  ids?: Readonly<Record<string, Named>>
  /** What the call needs in addition to the samples to be accepted. */
  sends?: Readonly<Record<string, unknown>>
}

const anyone: AccessRule = { who: 'anyone' }
const signedIn: AccessRule = { who: 'signed in' }
const may = (...needed: readonly Permission[]): AccessRule => ({ who: 'admin', may: needed })
const mayOrRequest = (needed: Permission): AccessRule => ({ ...may(needed), asks: true })
const signedInWith = (
  ids: Readonly<Record<string, Named>>,
  sends: Readonly<Record<string, unknown>> = {},
): AccessRule => ({ who: 'signed in', ids, sends })

const withPicture = (rule: AccessRule): AccessRule => ({ ...rule, sends: { imgpath: '/media/a.webp' } })

const catalogueIds = { itemid: 'catalogue', product_id: 'catalogue' } as const

/**
 * The permitted callers of each call. The identity comes from the token; a user id in a path or body is the
 * caller's own, or the caller is an admin with access to customers; other people's records do not exist.
 * Written separately from the contracts, so that one that differs is noticed.
 */
export const accessRules: Readonly<Record<string, AccessRule>> = {
  'POST /auth/login': anyone,
  'POST /auth/createaccount': anyone,
  'POST /auth/verifyandregister': anyone,
  'POST /auth/verifymail/:id/:token': anyone,
  'POST /password/forgetpassword': anyone,
  'POST /password/reset-password/:id/:token': anyone,
  'POST /auth/contact/:id/:token': anyone,
  'POST /auth/owner-change/:id/:token': anyone,
  'POST /auth/sign-in-link': anyone,
  'POST /auth/sign-in-link/:id/:token': anyone,
  'POST /auth/second-factor/sign-in': anyone,
  'POST /auth/invitation': anyone,
  'POST /auth/invitation/accept': anyone,
  'GET /auth/hosted': anyone,
  'POST /auth/hosted': anyone,
  'POST /otp/otp-login': anyone,
  'POST /otp/timer': anyone,
  'POST /otp/verify-otp': anyone,
  'GET /product/gethomeproducts': anyone,
  'GET /product/eachproduct/:id': anyone,
  'GET /item/:productId': anyone,
  'GET /gallery/images': anyone,
  'GET /delays': anyone,
  'GET /support': anyone,
  'POST /order/checkid': anyone,

  'POST /auth/logout': signedIn,
  'GET /auth/sessions': signedIn,
  'DELETE /auth/sessions/:id': signedInWith({ id: 'session' }),
  'DELETE /auth/sessions': signedIn,
  'POST /auth/prove': signedIn,
  'GET /push': signedIn,
  'POST /push': signedIn,
  'DELETE /push/:id': signedInWith({ id: 'device' }),
  'POST /auth/validateuser': signedInWith({}, { requiredRoles: ['user', 'reseller', 'admin'] }),
  'POST /user/contact': signedIn,
  'POST /user/contact/code': signedIn,
  'POST /user/edit-profile': signedInWith({ userid: 'own user' }),
  'GET /user/data': signedIn,
  'GET /user/erasure': signedIn,
  'POST /user/erasure': signedIn,
  'POST /user/erasure/codes': signedIn,
  'DELETE /user/erasure': signedIn,
  'GET /user/myorder/:_id': signedInWith({ _id: 'user' }),
  'GET /product/allproducts': signedIn,
  'POST /order/createOrder': signedInWith({ userid: 'own user', ...catalogueIds }, { key: 'storefront' }),
  'POST /order/createWalletOrder': signedInWith(
    { userid: 'own user', ...catalogueIds },
    { key: 'storefront', paymentmode: 'wallet' },
  ),
  'GET /order-keys': signedIn,
  'GET /order-keys/:key': signedIn,
  'POST /order-keys/:key/close': signedIn,
  'GET /order/:userId': signedInWith({ userId: 'user', cursor: 'cursor' }),
  'GET /order/:userId/count': signedInWith({ userId: 'user' }),
  'GET /order/:client_txn_id/receipt': signedInWith({ client_txn_id: 'own order' }),
  'POST /order/:client_txn_id/trace': signedInWith({ client_txn_id: 'order' }),
  'POST /order/:client_txn_id/not-received': signedInWith({ client_txn_id: 'own order' }),
  'POST /order/:client_txn_id/not-received/reply': signedInWith({ client_txn_id: 'own order' }),
  'POST /order/:client_txn_id/late-offer': signedInWith({ client_txn_id: 'own order' }),
  'POST /order/orderstatus': signedInWith({ client_txn_id: 'order' }, { key: 'storefront' }),
  'POST /order/reveal': signedInWith({ client_txn_id: 'own order' }, { secret: 0 }),
  'GET /payment/:client_txn_id': signedInWith({ client_txn_id: 'payment' }),
  'GET /wallet/getbalance/:userid': signedInWith({ userid: 'user' }),
  'GET /wallet/gettransactions/:userid': signedInWith({ userid: 'user', cursor: 'cursor' }),
  'GET /wallet/gettransactions/:userid/count': signedInWith({ userid: 'user' }),
  'GET /wallet/month/:userid': signedInWith({ userid: 'user' }),
  'POST /wallet/topup': signedInWith({ userid: 'own user' }),
  'GET /points/getbalance/:userid': signedInWith({ userid: 'user' }),
  'GET /points/history/:userid': signedInWith({ userid: 'user' }),
  'POST /points/redeempoints': signedInWith({ userid: 'own user' }),
  'POST /wallet/txnstatus': signedInWith({ client_txn_id: 'top-up' }),

  'GET /auth/second-factor': may('own.second_factor'),
  'POST /auth/second-factor/set-up': may('own.second_factor'),
  'POST /auth/second-factor/confirm': may('own.second_factor'),
  'POST /auth/second-factor/on': may('own.second_factor'),
  'POST /auth/second-factor/recovery-codes': may('own.second_factor'),
  'POST /auth/second-factor/off': may('own.second_factor'),
  'POST /admin/querypoints': may('suppliers.view'),
  'POST /admin/querypoints/ph': may('suppliers.view'),
  'GET /admin/suppliers': may('suppliers.view'),
  'POST /admin/suppliers/:account/refresh': may('suppliers.view'),
  'POST /admin/suppliers/:account/settings': may('incidents.manage'),
  'POST /admin/suppliers/:account/products/:product/cost': may('catalogue.prices'),
  'GET /admin/incidents': may('suppliers.view'),
  'GET /admin/incidents/now': may('suppliers.view'),
  'POST /admin/incidents': may('incidents.manage'),
  'POST /admin/incidents/:incident/transition': may('incidents.manage'),
  'POST /admin/incidents/:incident/message': may('incidents.manage'),
  'POST /admin/items/:itemid/override-pause': may('catalogue.stock'),
  'GET /admin/stats': may('sales.view'),
  'GET /admin/processing': may('board.view'),
  'GET /admin/processing/counts': may('board.view'),
  'GET /admin/processing/ended': may('board.view'),
  'POST /admin/processing/next': may('orders.decide'),
  'GET /admin/updateorder/:orderId/:newStatus{/:reason}': may('orders.decide'),
  'GET /admin/orders/:id': may('orders.view'),
  'GET /admin/orders/:id/notes': may('orders.view'),
  'POST /admin/orders/:id/notes': may('orders.view'),
  'GET /admin/orders/:id/record': may('orders.view', 'exports.create'),
  'POST /admin/orders/:id/transition': may('orders.decide'),
  'POST /admin/orders/:id/undo-completion': may('orders.decide'),
  'POST /admin/orders/:id/codes': may('orders.decide'),
  'POST /admin/orders/:id/codes/replace': may('orders.decide'),
  'POST /admin/orders/:id/assign': may('orders.decide'),
  'POST /admin/orders/:id/resolve': may('orders.resolve_unit'),
  'POST /admin/orders/:id/supplier-conflicts/resolve': may('reconciliation.manage'),
  'POST /admin/orders/:id/ticket': may('tickets.manage'),
  'POST /admin/orders/:id/ticket/message': may('tickets.manage'),
  'POST /admin/tickets/:id/read': may('tickets.manage'),
  'GET /admin/orders/:id/redelivery': may('tickets.manage', 'orders.decide'),
  'POST /admin/orders/:id/redelivery': may('tickets.manage', 'orders.decide'),
  'POST /admin/orders/:id/redelivery/give-up': may('tickets.manage', 'orders.decide'),
  'GET /admin/tickets': may('tickets.manage'),
  'GET /admin/tickets/counts': may('tickets.manage'),
  'POST /admin/tickets/:id/assign': may('tickets.manage'),
  'GET /admin/supplier-conflicts': may('reconciliation.manage'),
  'GET /admin/payments/discrepancies': may('reconciliation.manage'),
  'POST /admin/payments/discrepancies/:id/resolve': may('reconciliation.manage'),
  'GET /admin/overdue-tasks': may('incidents.manage'),
  'GET /admin/unclear-batches': may('board.view'),
  'POST /admin/unclear-batches/:id/resolve': may('orders.resolve_unit'),
  'POST /admin/unclear-batches/:id/list': may('orders.resolve_unit'),
  'GET /admin/alerts': may('suppliers.view'),
  'POST /ops/pass': may('incidents.manage'),
  'GET /admin/alltxn': may('orders.view'),
  'GET /admin/allwallettxn': may('wallet.view'),
  'GET /admin/alltxn/csv': may('orders.view', 'exports.create'),
  'GET /admin/allwallettxn/csv': may('wallet.view', 'exports.create'),
  'GET /admin/search': may('orders.view'),
  'GET /admin/views/:table': may('orders.view'),
  'POST /admin/views': may('orders.view'),
  'POST /admin/views/:id': may('orders.view'),
  'DELETE /admin/views/:id': may('orders.view'),
  'GET /admin/users_data': may('customers.view'),
  'GET /admin/users_data/csv': may('customers.view', 'exports.create'),
  'POST /admin/updateuserdata': may('customers.edit'),
  'POST /admin/adduserbalance': mayOrRequest('wallets.adjust'),
  'GET /admin/users/:id/audit': may('audit.view'),
  'GET /admin/customers/:id': may('customers.view'),
  'GET /admin/customers/:id/wallet': may('customers.view'),
  'GET /admin/customers/:id/statement': may('customers.view'),
  'GET /admin/customers/:id/players': may('customers.view'),
  'GET /admin/customers/:id/tickets': may('customers.view'),
  'GET /admin/customers/:id/sessions': may('customers.view'),
  'POST /admin/customers/:id/sessions/revoke': may('customers.edit'),
  'POST /admin/customers/:id/password-reset': may('customers.edit'),
  'GET /admin/customers/:id/notes': may('customers.view'),
  'POST /admin/customers/:id/notes': may('customers.view'),
  'GET /admin/team': may('staff.manage'),
  'POST /admin/team/invitations': may('staff.manage'),
  'POST /admin/team/invitations/:id/resend': may('staff.manage'),
  'POST /admin/team/invitations/:id/revoke': may('staff.manage'),
  'GET /admin/reconciliation': may('reconciliation.manage'),
  'GET /admin/reconciliation/:day': may('reconciliation.manage'),
  'POST /admin/reconciliation/:day/compare': may('reconciliation.manage'),
  'POST /admin/reconciliation/resolve': may('reconciliation.manage'),
  'GET /admin/sales': may('sales.view'),
  'GET /admin/sales/csv': may('sales.view', 'exports.create'),
  'GET /admin/audit': may('audit.view'),
  'GET /admin/audit/csv': may('audit.view', 'exports.create'),
  'GET /admin/audit/chain': may('audit.view'),
  'POST /admin/audit/verify': may('audit.view'),
  'GET /admin/supplier-products': may('catalogue.view'),
  'GET /admin/pricefloors': may('catalogue.view'),
  'POST /admin/pricefloors': may('catalogue.prices'),
  'GET /admin/price-changes': may('catalogue.view'),
  'POST /admin/price-changes': may('catalogue.prices'),
  'POST /admin/price-changes/:id/cancel': may('catalogue.prices'),
  'GET /admin/price-changes/:id/rollback': may('catalogue.prices'),
  'POST /admin/price-changes/:id/rollback': may('catalogue.prices'),
  'POST /admin/price-changes/:id/pending': may('catalogue.prices'),
  'GET /admin/approvals': may('approvals.decide'),
  'POST /admin/approvals/:id/decide': may('approvals.decide'),
  'GET /admin/limits': may('orders.view'),
  'GET /admin/getallproducts': may('catalogue.view'),
  'GET /admin/getallproducts/csv': may('catalogue.view', 'exports.create'),
  'POST /admin/createproduct': may('catalogue.edit'),
  'POST /admin/editproduct/:productid': may('catalogue.edit'),
  'POST /admin/updateproduct': may('catalogue.stock'),
  'POST /admin/deleteproduct/:productid': may('catalogue.edit'),
  'GET /admin/getallitems': may('catalogue.view'),
  'GET /admin/getallitems/csv': may('catalogue.view', 'exports.create'),
  'POST /admin/createitem': withPicture(may('catalogue.edit', 'catalogue.prices')),
  'POST /admin/edititem/:itemid': withPicture(may('catalogue.edit', 'catalogue.prices')),
  // A caller who may not change prices may send the current ones.
  'POST /admin/updateitem/:itemId': may('catalogue.stock'),
  'POST /admin/deleteitem/:itemid': may('catalogue.edit'),
  'GET /admin/imagegallery': may('catalogue.view'),
  'POST /admin/uploadimage': may('catalogue.edit'),
  'POST /admin/deleteimage/:id': may('catalogue.edit'),
}
