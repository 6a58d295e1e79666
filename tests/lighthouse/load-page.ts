import type { Metrics } from './limits.ts'

/**
 * Loads a page like a mid-range phone on a slow network, in the browser that listens at `port`, and returns
 * the metrics.
 */
export async function loadPage(url: string, port: number): Promise<Metrics> {
  // Loading the module takes two seconds.
  const { default: lighthouse } = await import('lighthouse')
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    // Keeps the session and the cookies. With `disableStorageReset` the browser's cache would be kept as
    // well.
    clearStorageTypes: ['cache_storage', 'service_workers', 'shader_cache'],
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (!result || result.lhr.runtimeError) {
    throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message}`)
  }
  const { audits, categories } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? NaN
  for (const { id, title, score: got } of Object.values(audits)) {
    if (got !== null && got < 0.5 && process.argv.includes('--verbose')) console.log(`    ${id}: ${title}`)
  }
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
  }
}
