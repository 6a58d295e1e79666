/** A code as an SVG path with a quiet zone of two modules round it. */
export type QrPath = { size: number; path: string }

const quiet = 2

/** Draws `text` as a QR code. The library arrives when the first code is drawn. */
export async function qrPath(text: string): Promise<QrPath> {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_, row) => rowPath(modules, row))
  return { size: modules.size + 2 * quiet, path: rows.join('') }
}

type Modules = { size: number; get(row: number, column: number): number }

function rowPath(modules: Modules, row: number): string {
  let path = ''
  let start = -1
  for (let column = 0; column <= modules.size; column += 1) {
    const dark = column < modules.size && modules.get(row, column) === 1
    if (dark && start < 0) start = column
    if (!dark && start >= 0) {
      const width = column - start
      path += `M${start + quiet} ${row + quiet}h${width}v1h-${width}z`
      start = -1
    }
  }
  return path
}
