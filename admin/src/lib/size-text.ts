/** `1.4 MB`, `36 kB` */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1000))} kB`
}
