/** The alphabet of GSM 03.38: one septet a letter, two for those of the second line, which need an escape. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escaped = '\f^{}\\[~]|€'

/**
 * Number of parts in which a text is sent and charged: 160 septets fit one part, 153 each of several; with
 * a single letter from outside the alphabet, 70 and 67 UCS-2 units.
 */
export function partsOf(text: string): number {
  const letters = [...text]
  const isGsm = letters.every((letter) => basic.includes(letter) || escaped.includes(letter))
  const length = isGsm
    ? letters.reduce((sum, letter) => sum + (escaped.includes(letter) ? 2 : 1), 0)
    : text.length
  const [single, joined] = isGsm ? [160, 153] : [70, 67]
  return length <= single ? 1 : Math.ceil(length / joined)
}
