import { groupDigits } from '../../contracts/format-digits.ts'

/** A count in the Indian grouping: 2,48,913. */
export const formatCount = (count: number): string => groupDigits(count)
