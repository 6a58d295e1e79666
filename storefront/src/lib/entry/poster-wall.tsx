import { useQuery } from '@tanstack/react-query'
import { keys } from '../known.ts'
import { useCall } from '../use-call.ts'

const tiles = 16

/** The shop's posters, tilted, beside the form on wide screens. */
export function PosterBackground() {
  const call = useCall()
  const isWide = globalThis.matchMedia?.('(min-width: 900px)').matches ?? false
  const { data } = useQuery({
    queryKey: keys.homeProducts,
    queryFn: ({ signal }) => call('homeProducts', { signal }),
    enabled: isWide,
  })
  const pictures = [
    ...new Set(
      Object.values(data ?? {})
        .flat()
        .map(({ imgpath }) => imgpath),
    ),
  ]
  const wall = Array.from({ length: pictures.length > 0 ? tiles : 0 }, (_, place) => ({
    place,
    src: pictures[place % pictures.length] ?? '',
  }))
  return (
    <div className="posters" aria-hidden="true">
      <div>
        {wall.map(({ place, src }) => (
          <img key={place} src={src} alt="" width={640} height={800} decoding="async" />
        ))}
      </div>
    </div>
  )
}
