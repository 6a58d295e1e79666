import type { Text } from '@jhatpat/shared/ui/texts/translate.ts'

/** Our texts about an id; separate from the texts that the page's head needs, which load first. */
export const checkTexts = {
  slowCheck: 'The supplier is slow to answer. You can wait here, or pick another pack.',
  noPlayer: 'No player was found under these ids. Look at both once more.',
  notConfirmed: 'The supplier did not confirm this id. Look at it once more, or try another pack.',
  idsAreOff: 'These ids can’t be right. Look at both once more.',
  offlineCheck: 'You are offline. This id is checked as soon as there is a connection.',
  notChecked:
    'The supplier does not answer, so we could not check this ID. Nothing was ordered and no money was taken. Try again in a few minutes, or choose another product.',
} as const satisfies Record<string, Text>
