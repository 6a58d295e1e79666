import type { Browser, BrowserContext } from '@playwright/test'

/** Records whatever the content security policy blocks in any page of this browser, until `end`. */
export function watchPolicy(browser: Browser): { stopped: string[]; end(): void } {
  const stopped: string[] = []
  const open = browser.newContext
  browser.newContext = async (options) => {
    const context = await open.call(browser, options)
    await watch(context, stopped)
    return context
  }
  return {
    stopped,
    end: () => {
      browser.newContext = open
    },
  }
}

async function watch(context: BrowserContext, stopped: string[]): Promise<void> {
  await context.exposeBinding('policyStopped', (_source, what: string) => stopped.push(what))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const { policyStopped } = window as unknown as { policyStopped(what: string): void }
      policyStopped([location.pathname, effectiveDirective, blockedURI, sample, sourceFile].join(' '))
    })
  })
}
