/** Every address of the shop, each by one that can be opened; the test fills in `{…}`. */
export const visitorsRoutes = [
  '/',
  '/home',
  '/product/mobile-legends',
  '/login',
  '/register',
  '/otplogin',
  '/otpverify/9000000009',
  '/forgetpassword',
  '/reset_password/665000000000000000000001/t',
  '/reset_password',
  '/verification/665000000000000000000001/t',
  '/verification',
  '/checkverification',
  '/invitation/665000000000000000000001/t',
  '/invitation',
  '/contact_changed/665000000000000000000001/t',
  '/contact_changed',
  '/owner_change/RO0123456789abcdef_665000000000000000000001/t',
  '/owner_change',
  '/sign_in_link/665000000000000000000001/t',
  '/sign_in_link',
  '/terms-and-condition',
  '/privacypage',
  '/refund-policy',
  '/test',
] as const

export const membersRoutes = [
  '/product/sitara-plus',
  '/pay?client_txn_id={unpaid}',
  '/confirmation?client_txn_id={paid}',
  '/receipt?client_txn_id={paid}',
  '/orders',
  '/wallet',
  '/topup',
  '/walletconfirmation?client_txn_id={topUp}',
  '/balanceerror',
  '/redeem',
  '/dashboard',
  '/dashboard/devices',
  '/nowhere',
] as const

/** They redirect to another of these. */
export const movedRoutes = ['/order-confirmation', '/o/{paid}'] as const
