const token = 'T0ken-of_43-characters-that-opens-an-account'

/** Addresses with a token that opens an account, a number, a text or a query, and what every request log writes. */
export const tokenUrls: readonly (readonly [url: string, logged: string])[] = [
  [`/api/auth/verifymail/64f0/${token}`, '/api/auth/verifymail/64f0/-'],
  [`/api/password/reset-password/64f0/${token}?x=1`, '/api/password/reset-password/64f0/-'],
  [`/api/auth/sign-in-link/64f0/${token}`, '/api/auth/sign-in-link/64f0/-'],
  [`/api/auth/owner-change/64f0/${token}`, '/api/auth/owner-change/64f0/-'],
  [`/api/auth/contact/64f0/${token}`, '/api/auth/contact/64f0/-'],
  [`/verification/64f0/${token}`, '/verification/64f0/-'],
  [`/invitation/64f0/${token}`, '/invitation/64f0/-'],
  [`/sign_in_link/64f0/${token}`, '/sign_in_link/64f0/-'],
  [`/contact_changed/64f0/${token}`, '/contact_changed/64f0/-'],
  [`/owner_change/64f0/${token}`, '/owner_change/64f0/-'],
  [`/reset_password/64f0/${token}#top`, '/reset_password/64f0/-'],
  [`/API/AUTH/VERIFYMAIL/64f0/${token}/`, '/API/AUTH/VERIFYMAIL/64f0/-'],
  [`//verification//64f0//${token}`, '//verification//64f0//-'],
  [`/verification/64f0/${token}/invitation/1/2`, '/verification/64f0/-'],
  [`/?code=${token}&state=1`, '/'],
  [`/socket.io/?EIO=4&transport=websocket&token=${token}`, '/socket.io/'],
  ['/api/admin/orders?search=asha%40example.com', '/api/admin/orders'],
  ['/api/orders/JP261121K7Q2MD', '/api/orders/JP261121K7Q2MD'],
  ['/otpverify/9876543210', '/otpverify/-'],
  ['/api/admin/updateorder/64f0/Refunded/asha%20asked', '/api/admin/updateorder/64f0/Refunded/-'],
  ['/api/admin/updateorder/64f0/Refunded', '/api/admin/updateorder/64f0/Refunded'],
  ['/otpverify', '/otpverify'],
  ['/contact', '/contact'],
]
