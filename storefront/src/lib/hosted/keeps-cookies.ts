/**
 * Whether a page of another site inside ours, as the provider's is during a silent sign-in, has its cookies. Safari and
 * every browser on iPhones and iPads, Firefox and Brave keep them apart or away; there a reload would ask for the
 * login again unless the tokens are kept in local storage.
 */
export function hasThirdPartyCookies(browser: Browser): boolean {
  const { userAgent, maxTouchPoints } = browser
  const isApplePhone =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isFirefox = /Firefox\//.test(userAgent)
  const isSafari = /Safari\//.test(userAgent) && !/Chrome\/|Chromium\/|Android/.test(userAgent)
  return !(isApplePhone || isFirefox || isSafari || 'brave' in browser)
}

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { brave?: unknown }
