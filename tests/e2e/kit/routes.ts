/**
 * Every address of the shop, each by one that can be opened, under the name of its picture; the test fills in
 * `{…}`. A bare address is where a link leads once its secret has left the address.
 */
export const visitorsRoutes = {
  start: '/',
  home: '/home',
  'product-visitor': '/product/mobile-legends',
  login: '/login',
  register: '/register',
  otplogin: '/otplogin',
  otpverify: '/otpverify/9000000009',
  forgetpassword: '/forgetpassword',
  'reset-password': '/reset_password/665000000000000000000001/t',
  'reset-password-bare': '/reset_password',
  verification: '/verification/665000000000000000000001/t',
  'verification-bare': '/verification',
  checkverification: '/checkverification',
  invitation: '/invitation/665000000000000000000001/t',
  'invitation-bare': '/invitation',
  'contact-changed': '/contact_changed/665000000000000000000001/t',
  'contact-changed-bare': '/contact_changed',
  'owner-change': '/owner_change/RO0123456789abcdef_665000000000000000000001/t',
  'owner-change-bare': '/owner_change',
  'sign-in-link': '/sign_in_link/665000000000000000000001/t',
  'sign-in-link-bare': '/sign_in_link',
  terms: '/terms-and-condition',
  privacy: '/privacypage',
  refunds: '/refund-policy',
  test: '/test',
} as const

export const membersRoutes = {
  'product-subscription': '/product/sitara-plus',
  'product-server': '/product/genshin-impact',
  'pay-subscription': '/pay?client_txn_id={unpaid}',
  'confirmation-manual': '/confirmation?client_txn_id={paid}',
  receipt: '/receipt?client_txn_id={paid}',
  orders: '/orders',
  wallet: '/wallet',
  topup: '/topup',
  walletconfirmation: '/walletconfirmation?client_txn_id={topUp}',
  balanceerror: '/balanceerror',
  redeem: '/redeem',
  account: '/dashboard',
  devices: '/dashboard/devices',
  'delete-account': '/dashboard/delete',
  'not-found': '/nowhere',
} as const

/** The screens of the back office that have an address of their own. */
export const staffRoutes = {
  'admin-dashboard': '/admin',
  'admin-board': '/admin/orders',
  'admin-tickets': '/admin/tickets',
  'admin-orders': '/admin/txn',
  'admin-order': '/admin/txn/{paid}',
  'admin-wallets': '/admin/wallettxn',
  'admin-users': '/admin/usersdata',
  'admin-price': '/admin/price',
  'admin-products': '/admin/viewproducts',
  'admin-new-product': '/admin/createproduct',
  'admin-items': '/admin/viewitems',
  'admin-new-item': '/admin/createitems',
  'admin-gallery': '/admin/admingallery',
  'admin-money': '/admin/money',
  'admin-reconciliation': '/admin/reconciliation',
  'admin-suppliers': '/admin/suppliers',
  'admin-approvals': '/admin/approvals',
  'admin-incidents': '/admin/incident',
  'admin-maintenance': '/admin/maintenance',
  'admin-audit': '/admin/audit',
  'admin-team': '/admin/roles',
} as const

/** They redirect to another of these. */
export const movedRoutes = ['/order-confirmation', '/o/{paid}'] as const
