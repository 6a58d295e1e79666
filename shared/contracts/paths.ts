/**
 * Addresses of calls that a page makes before it shows anything, or in its frame. Their contracts
 * use them.
 */
export const paths = {
  validateUser: { method: 'POST', path: '/auth/validateuser' },
  logout: { method: 'POST', path: '/auth/logout' },
  secondFactor: { method: 'GET', path: '/auth/second-factor' },
  approvalRequests: { method: 'GET', path: '/admin/approvals' },
  ticketCounts: { method: 'GET', path: '/admin/tickets/counts' },
  adminLimits: { method: 'GET', path: '/admin/limits' },
  processing: { method: 'GET', path: '/admin/processing' },
  processingCounts: { method: 'GET', path: '/admin/processing/counts' },
  assignOrder: { method: 'POST', path: '/admin/orders/:id/assign' },
  opsToken: { method: 'POST', path: '/ops/pass' },
} as const
