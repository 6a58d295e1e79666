import { useEffect, useState } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A link as a QR code, for an app on another device. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrPath>()
  useEffect(() => {
    let unmounted = false
    qrPath(text).then(
      (drawn) => unmounted || setCode(drawn),
      (error: unknown) => console.error('Couldn’t show the QR code. Pay with an app below.', error),
    )
    return () => {
      unmounted = true
    }
  }, [text])

  return (
    <div className="qr-box">
      {code ? (
        <svg
          className="qr"
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
          data-text={text}
        >
          <rect width="100%" height="100%" fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      ) : (
        <Skeleton width={236} height={236} />
      )}
    </div>
  )
}

/** A code as an SVG path with a quiet zone of two modules around it. */
type QrPath = { size: number; path: string }

const quiet = 2

/** Draws `text` as a QR code. The library loads when the first code is drawn. */
async function qrPath(text: string): Promise<QrPath> {
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
