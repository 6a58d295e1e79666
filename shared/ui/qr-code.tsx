import { useEffect, useState } from 'react'
import { type QrPath, qrPath } from './qr-path.ts'
import { Skeleton } from './skeleton.tsx'

/** A link as a QR code, for an app on another device. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrPath>()
  useEffect(() => {
    let gone = false
    qrPath(text).then(
      (drawn) => gone || setCode(drawn),
      (error: unknown) => console.error('The QR code could not be drawn.', error),
    )
    return () => {
      gone = true
    }
  }, [text])

  return (
    <div className="qrbox">
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
