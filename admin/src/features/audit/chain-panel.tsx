import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { auditChainStatus, verifyAuditChain } from '@jhatpat/shared/contracts/audit.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { chainTexts } from './audit-texts.ts'

const chainKey = ['admin', 'audit', 'chain'] as const

/** Shows whether the audit chain is intact, when it was checked, and its last entry. */
export function ChainPanel() {
  const { call } = useServices()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: chainKey,
    queryFn: ({ signal }) => call(auditChainStatus, { signal }),
    refetchInterval: ({ state }) => (state.data?.isChecking ? 2_000 : 20_000),
  })
  const check = useMutation({
    mutationFn: () => call(verifyAuditChain, { body: {} }),
    onSuccess: (chain) => queries.setQueryData(chainKey, chain),
  })
  if (!data) return null
  const { entries, hash, waiting, checkedAt, isChecking } = data
  const { kind, title, text } = chainTexts(data)
  return (
    <InlineMessage kind={kind} title={title} role="status">
      <div className="row between wrap row-3">
        <p className="beside-button">
          {text} {waiting > 0 && `${formatCount(waiting)} more wait for their seal. `}
          {checkedAt && (
            <>
              Checked <TimeText at={checkedAt} as="ago" />.{' '}
            </>
          )}
          Last link: <span className="mono wrap-any">{`${entries}:${hash}`}</span>
        </p>
        <Button
          size="sm"
          busy={isChecking || check.isPending}
          busyText="Checking"
          onClick={() => check.mutate()}
        >
          Check now
        </Button>
      </div>
    </InlineMessage>
  )
}
