/** What an operator changes: set the VITE_ variables at build time. */
export const brand = {
  name: 'Jhatpat',
  /** Tells apps apart; it is public and grants nothing. */
  applicationKey: String(import.meta.env.VITE_APP_KEY || 'storefront'),
} as const

/** The shop's own pages elsewhere; none that was not set. */
export function socialLinks(): { name: string; href: string }[] {
  return [
    { name: 'Instagram', href: import.meta.env.VITE_INSTAGRAM_URL },
    { name: 'YouTube', href: import.meta.env.VITE_YOUTUBE_URL },
    { name: 'Telegram', href: import.meta.env.VITE_TELEGRAM_URL },
  ].filter(({ href }) => href)
}
