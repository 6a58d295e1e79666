/** Text of a server or a browser, closed with a full stop, so that a sentence of ours can follow. */
export const toSentence = (text: string): string => (/[.!?।]$/.test(text) ? text : `${text}.`)
