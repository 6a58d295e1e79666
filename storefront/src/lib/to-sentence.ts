/** Text of a server or a browser, closed with a full stop, so that a sentence of ours can follow. */
export const toSentence = (said: string): string => (/[.!?।]$/.test(said) ? said : `${said}.`)
