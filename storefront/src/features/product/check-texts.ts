import type { Text } from '@jhatpat/shared/ui/texts/translate.ts'

/** Our texts about an id; separate from the texts that the page's head needs, which load first. */
export const checkTexts = {
  slowCheck: 'The check is taking longer than usual. Wait, or choose another item.',
  noPlayer: 'No player found for this ID. Check both fields.',
  notConfirmed: 'This ID wasn’t confirmed. Check it, or choose another item.',
  idsAreOff: 'The ID format doesn’t match. Check both fields.',
  offlineCheck: 'You’re offline. We’ll check the ID when you’re back online.',
  notChecked:
    'The supplier isn’t responding, so we couldn’t check this ID. No order was placed and no money was taken. Try again in a few minutes, or choose another product.',
} as const satisfies Record<string, Text>
