/** The measured metrics of one page load; times in ms. */
export type Metrics = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcp: number
  cls: number
  tbt: number
}

type Limit = { name: string; least?: number; most?: number; digits: number }

/** Scores are of 100; a page may exclude itself from search engines, and then needs no score for them. */
const limits: Record<keyof Metrics, Limit> = {
  performance: { name: 'performance', least: 95, digits: 0 },
  accessibility: { name: 'accessibility', least: 100, digits: 0 },
  bestPractices: { name: 'best practices', least: 95, digits: 0 },
  seo: { name: 'SEO', least: 95, digits: 0 },
  lcp: { name: 'LCP ms', most: 1_800, digits: 0 },
  cls: { name: 'CLS', most: 0.02, digits: 3 },
  tbt: { name: 'TBT ms', most: 100, digits: 0 },
}

const names = Object.keys(limits) as (keyof Metrics)[]

/** The median of all loads, for each figure separately. */
export function medianOf(loads: readonly Metrics[]): Metrics {
  const middle = (values: number[]) =>
    values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? NaN
  const entries = names.map((name) => [name, middle(loads.map((load) => load[name]))])
  return Object.fromEntries(entries) as Metrics
}

/** The limits that a page exceeds, as text; empty when it meets all. */
export function broken(metrics: Metrics): string[] {
  return names.flatMap((key) => {
    const { name, least = -Infinity, most = Infinity, digits } = limits[key]
    const value = metrics[key]
    if (value >= least && value < most) return []
    const bound = most === Infinity ? `at least ${least}` : `less than ${most}`
    return [`${name} is ${value.toFixed(digits)}, must be ${bound}`]
  })
}

/** The metrics of all pages as lines of a table. */
export function tableOf(pages: readonly { name: string; metrics: Metrics }[]): string[] {
  const width = Math.max(...pages.map(({ name }) => name.length))
  const head = names.map((key) => limits[key].name.padStart(14)).join('')
  const rows = pages.map(({ name, metrics }) => {
    const cells = names.map((key) => metrics[key].toFixed(limits[key].digits).padStart(14))
    return name.padEnd(width) + cells.join('')
  })
  return [' '.repeat(width) + head, ...rows]
}
