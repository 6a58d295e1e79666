import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { language, t } from '@jhatpat/shared/ui/texts/say.ts'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../use-call.ts'
import './delay-strip.css'

/** What takes longer just now and when there is news, in the reader's language: of one product, or of any. */
export default function DelayStrip({ product }: { product?: string | undefined }) {
  const call = useCall()
  const { data = [] } = useQuery({
    queryKey: ['delays'],
    queryFn: ({ signal }) => call('delays', { signal }),
    refetchInterval: 60_000,
    retry: false,
  })
  const shown = data.filter(({ products }) => product === undefined || products.includes(product))
  return (
    <div role="status">
      {shown.map((one) => (
        <p key={one.en} className="offline delay">
          <Icon name="triangle-alert" />
          <span>
            {language() === 'hi' ? one.hi : one.en}{' '}
            {one.isLetOut
              ? t('Waiting orders go out now, the oldest first.')
              : t('News by {time}.', { time: clockTime(one.newsAt) })}
          </span>
        </p>
      ))}
    </div>
  )
}
