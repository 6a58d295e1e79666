/** What an operator changes: set the VITE_ variables at build time. */
export const brand = {
  name: 'Jhatpat',
  /** Tells apps apart; it is public and grants nothing. */
  applicationKey: setting('VITE_APP_KEY', 'storefront'),
  social: [
    { name: 'Instagram', href: setting('VITE_INSTAGRAM_URL', 'https://www.instagram.com/jhatpat.example') },
    { name: 'YouTube', href: setting('VITE_YOUTUBE_URL', 'https://www.youtube.com/@jhatpat.example') },
    { name: 'Telegram', href: setting('VITE_TELEGRAM_URL', 'https://t.me/jhatpat_example') },
  ],
} as const

function setting(name: string, demo: string): string {
  const value: unknown = import.meta.env[name]
  return typeof value === 'string' && value !== '' ? value : demo
}
