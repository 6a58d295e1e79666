import type { Text } from '@jhatpat/shared/ui/texts/translate.ts'

/** Texts of the specification, to the letter. */
export const texts = {
  confirming: 'We are confirming your order',
  stay: 'Please do not refresh or leave the page',
  placed: 'ORDER PLACED SUCCESSFULLY',
  noReason: 'No reason provided',
} as const satisfies Record<string, Text>
