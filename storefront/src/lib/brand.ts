/** The operator's settings: set the VITE_ variables at build time. */
export const brand = {
  name: 'Jhatpat',
  /** Identifies the app; it is public and grants nothing. */
  applicationKey: String(import.meta.env.VITE_APP_KEY || 'storefront'),
} as const
