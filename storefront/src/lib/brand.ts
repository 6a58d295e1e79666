/** What an operator changes: set the VITE_ variables at build time. */
export const brand = {
  name: 'Jhatpat',
  /** Tells apps apart; it is public and grants nothing. */
  applicationKey: String(import.meta.env.VITE_APP_KEY || 'storefront'),
} as const
