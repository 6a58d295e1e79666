import { grouped } from '../../contracts/digits.ts'

/** A count in the Indian grouping: 2,48,913. */
export const formatCount = (count: number): string => grouped(count)
