/** Takes the place of a personal text that was erased where the schema requires one: a name, an address, a player. */
export const erasedText = 'Erased'
