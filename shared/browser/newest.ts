/** Of what is shown and what arrived, the one to show: old news and repeats change nothing. */
export function newest<T extends { revision: number }>(shown: T | undefined, arrived: T): T {
  return shown && arrived.revision <= shown.revision ? shown : arrived
}
